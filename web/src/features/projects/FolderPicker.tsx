import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useId } from 'react';
import { toProblem } from '@/lib/problem';
import type { Folder } from '@/lib/server-data';
import { Field } from '@/ui/Field';
import { FolderList } from './FolderList';
import { matching, type PickerEvent, type PickerState } from './folder-picker';
import { useFolders } from './folders';

interface FolderPickerProps {
  state: PickerState;
  onEvent: (event: PickerEvent) => void;
  error?: string | undefined;
}

/** Walks through the folders of the server that may become projects. */
export function FolderPicker({ state, onEvent, error }: FolderPickerProps) {
  const id = useId();
  const here = state.trail.at(-1);
  const folders = useFolders(here?.path);
  const shown = matching(folders.data ?? [], state.filter);
  const active = shown[state.active];

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      onEvent({ type: 'move', by: event.key === 'ArrowDown' ? 1 : -1, count: shown.length });
    } else if (event.key === 'Enter') {
      // Without an active folder it does nothing: one Enter too many must not make a project.
      if (active) onEvent({ type: 'open', folder: active });
    } else if (event.key === 'Backspace' && state.filter === '' && here) {
      onEvent({ type: 'up' });
    } else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Folder"
        error={error}
        hint="Enter opens a folder, Backspace goes up. The open folder becomes the project’s."
      >
        {(wiring) => (
          <>
            <Crumbs trail={state.trail} onBack={(to) => onEvent({ type: 'back', to })} />
            <input
              {...wiring}
              type="text"
              // biome-ignore lint/a11y/noAutofocus: a dialog puts the focus where the work begins.
              autoFocus
              data-autofocus=""
              role="combobox"
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={active ? `${id}-${state.active}` : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={here ? `Filter the folders in ${here.name}` : 'Filter the folders'}
              value={state.filter}
              onChange={(event) => onEvent({ type: 'filter', text: event.target.value })}
              onKeyDown={onKeyDown}
              className="control h-9 rounded-b-none coarse:h-11"
            />
            <FolderList
              id={`${id}-list`}
              optionId={(index) => `${id}-${index}`}
              folders={shown}
              active={state.active}
              state={folders.data ? 'ready' : folders.error ? 'failed' : 'loading'}
              problem={folders.error ? toProblem(folders.error).message : null}
              filtered={state.filter !== ''}
              onOpen={(folder) => onEvent({ type: 'open', folder })}
              onPoint={(at) => onEvent({ type: 'point', at })}
            />
          </>
        )}
      </Field>
    </div>
  );
}

function Crumbs({ trail, onBack }: { trail: readonly Folder[]; onBack: (to: number) => void }) {
  if (trail.length === 0) return null;
  return (
    <nav
      aria-label="Folders above"
      className="no-scrollbar flex items-center gap-0.5 overflow-x-auto text-sm whitespace-nowrap"
    >
      <Crumb name="All folders" onClick={() => onBack(0)} />
      {trail.map((folder, index) => (
        <span key={folder.path} className="flex items-center gap-0.5">
          <ChevronRight size={13} aria-hidden="true" className="shrink-0 text-mute" />
          {index === trail.length - 1 ? (
            <span aria-current="location" className="px-1 font-medium">
              {folder.name}
            </span>
          ) : (
            <Crumb name={folder.name} onClick={() => onBack(index + 1)} />
          )}
        </span>
      ))}
    </nav>
  );
}

function Crumb({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="h-7 rounded-xs px-1 text-soft hover:bg-hover hover:text-ink coarse:h-10"
    >
      {name}
    </button>
  );
}
