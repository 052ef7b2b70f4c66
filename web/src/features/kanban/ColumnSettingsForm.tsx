import { type FormEvent, useState } from 'react';
import { useChildren } from '@/lib/live-hooks';
import { ROOT } from '@/live/wire';
import { Button } from '@/ui/Button';
import { Select } from '@/ui/Select';
import { TextArea } from '@/ui/TextArea';
import { useKanban } from './context';
import { changeSettings } from './edits';
import { MODE_NAMES, MODES, nameOf, settingsOf } from './model';
import { cleanText, isTooLong, MAX_DESCRIPTION } from './text-editing';

interface ColumnSettingsFormProps {
  column: string;
  onClose: () => void;
}

/** What a column means for the work on its cards. */
export function ColumnSettingsForm({ column, onClose }: ColumnSettingsFormProps) {
  const { board } = useKanban();
  const columns = useChildren(board, ROOT);
  // What others write meanwhile is merged by the server, from the moment the form was opened.
  const [seq] = useState(() => board.status().seq);
  const [settings, setSettings] = useState(() => settingsOf(board.node(column)));
  const isLong = isTooLong(settings.prompt);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isLong) return;
    changeSettings(board, column, { ...settings, prompt: cleanText(settings.prompt) }, seq);
    onClose();
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <Select
        label="Mode"
        hint="How an agent works on a card in this column."
        value={settings.mode ?? ''}
        onChange={({ target }) =>
          setSettings({ ...settings, mode: MODES.find((mode) => mode === target.value) ?? null })
        }
      >
        <option value="">None</option>
        {MODES.map((mode) => (
          <option key={mode} value={mode}>
            {MODE_NAMES[mode]}
          </option>
        ))}
      </Select>
      <label className="flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={settings.autoStart}
          onChange={({ target }) => setSettings({ ...settings, autoStart: target.checked })}
          className="mt-0.5 size-4 accent-accent"
        />
        <span>
          <span className="font-medium">Start by itself</span>
          <span className="block text-mute">
            For the agents of a later version: a card dropped here starts without being told to.
          </span>
        </span>
      </label>
      <Select
        label="Approval leads to"
        hint="Where a card goes when its plan is approved."
        value={settings.approveTo ?? ''}
        onChange={({ target }) => setSettings({ ...settings, approveTo: target.value || null })}
      >
        <option value="">Nowhere, it stays</option>
        {columns
          .filter((id) => id !== column)
          .map((id) => (
            <option key={id} value={id}>
              {nameOf(board.node(id))}
            </option>
          ))}
      </Select>
      <TextArea
        label="Prompt"
        hint="Added to what the agent is told for cards in this column."
        error={isLong ? `At most ${MAX_DESCRIPTION.toLocaleString('en-GB')} letters.` : null}
        rows={5}
        value={settings.prompt}
        onChange={({ target }) => setSettings({ ...settings, prompt: target.value })}
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
