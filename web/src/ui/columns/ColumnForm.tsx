import { type FormEvent, useState } from 'react';
import { changeColumn, columnProblems, columnSettings } from '@/lib/columns';
import { useChildren } from '@/lib/live-hooks';
import type { LiveBoard } from '@/live/board';
import type { Edit } from '@/live/board-status';
import { ROOT } from '@/live/wire';
import { Button } from '../Button';
import { ColumnFields } from './ColumnFields';

interface ColumnFormProps {
  board: LiveBoard;
  column: string;
  onClose: () => void;
  /** Called with the change, if there was something to change. */
  onSaved?: (edit: Edit) => void;
}

/** The settings of one column; what was changed goes out as one change of the board. */
export function ColumnForm({ board, column, onClose, onSaved }: ColumnFormProps) {
  const columns = useChildren(board, ROOT);
  // What others write meanwhile is merged by the server, from the moment the form was opened.
  const [seq] = useState(() => board.status().seq);
  const [settings, setSettings] = useState(() => columnSettings(board.node(column)));
  const [hasTried, setHasTried] = useState(false);
  const problems = columnProblems(settings);
  const others = columns
    .filter((id) => id !== column)
    .map((id) => ({ id, name: columnSettings(board.node(id)).name || 'Unnamed' }));
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setHasTried(true);
    if (Object.keys(problems).length > 0) {
      const form = event.currentTarget;
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    const edit = changeColumn(board, column, settings, seq);
    if (edit) onSaved?.(edit);
    onClose();
  };
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      <ColumnFields
        settings={settings}
        problems={hasTried ? problems : withoutEmpty(problems)}
        others={others}
        onChange={setSettings}
      />
      <footer className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </footer>
    </form>
  );
}

/** What is missing is not complained about before somebody has tried to save. */
function withoutEmpty(problems: ReturnType<typeof columnProblems>): ReturnType<typeof columnProblems> {
  const { limit } = problems;
  return limit ? { limit } : {};
}
