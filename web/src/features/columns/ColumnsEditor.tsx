import { useRef, useState } from 'react';
import { addColumn, columnSettings, moveColumnTo } from '@/lib/columns';
import { useChildren } from '@/lib/live-hooks';
import { undoOf } from '@/lib/undo-change';
import type { LiveBoard } from '@/live/board';
import type { Edit } from '@/live/board-status';
import { ROOT } from '@/live/wire';
import { toast } from '@/ui/toast';
import { AddColumn } from './AddColumn';
import { ColumnRow } from './ColumnRow';
import { DeleteColumnDialog } from './DeleteColumnDialog';
import { stepAside, useReorder } from './reorder';

interface ColumnsEditorProps {
  board: LiveBoard;
  canEdit: boolean;
  /** Leads to the board, where two versions of a prompt can be compared. */
  onCompare: () => void;
}

/** All columns of a board in one place. */
export function ColumnsEditor({ board, canEdit, onCompare }: ColumnsEditorProps) {
  const columns = useChildren(board, ROOT);
  const [open, setOpen] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const nameOf = (id: string) => columnSettings(board.node(id)).name || 'Unnamed';
  const move = (id: string, to: number) => {
    if (!moveColumnTo(board, id, to)) return;
    setSaid(
      `${nameOf(id)}, position ${Math.max(0, Math.min(to, columns.length - 1)) + 1} of ${columns.length}.`,
    );
  };
  const { carried, grip } = useReorder(list, move);
  const onSaved = (id: string, edit: Edit) => {
    const name = nameOf(id);
    toast({
      title: `Changed the column “${name}”`,
      tone: 'done',
      action: { label: 'Undo', run: undoOf(board, edit, `changed “${name}”`) },
    });
    void edit.settled.then((settled) => {
      if (settled.ok || !settled.refusal.conflict) return;
      toast({
        title: `Somebody else wrote the prompt of “${name}” at the same time.`,
        detail: 'Your version is kept. Compare both on the board and choose.',
        action: { label: 'Open the board', run: onCompare },
        tone: 'error',
      });
    });
  };
  return (
    <>
      <ul ref={list} className="rounded-lg border bg-panel">
        {columns.map((id, index) => (
          <ColumnRow
            key={id}
            board={board}
            id={id}
            canEdit={canEdit}
            isOpen={open === id}
            carriedBy={carried?.id === id ? carried.by : null}
            aside={stepAside(carried, index)}
            grip={grip(id)}
            onToggle={() => setOpen(open === id ? null : id)}
            onStep={(step) => move(id, index + step)}
            onDelete={() => setDeleting(id)}
            onSaved={(edit) => onSaved(id, edit)}
          />
        ))}
      </ul>
      {canEdit ? <AddColumn onAdd={(name) => setOpen(addColumn(board, name))} /> : null}
      <p role="status" className="sr-only">
        {said}
      </p>
      {deleting ? (
        <DeleteColumnDialog board={board} column={deleting} onClose={() => setDeleting(null)} />
      ) : null}
    </>
  );
}
