import ChevronDown from 'lucide-react/icons/chevron-down';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Trash2 from 'lucide-react/icons/trash-2';
import type { KeyboardEvent } from 'react';
import { classes } from '@/lib/classes';
import { COLUMN_MODE_WORDS } from '@/lib/column-words';
import { columnSettings } from '@/lib/columns';
import { useChildren, useNode } from '@/lib/live-hooks';
import type { LiveBoard } from '@/live/board';
import type { Edit } from '@/live/board-status';
import { Badge } from '@/ui/Badge';
import { ColumnForm } from '@/ui/columns/ColumnForm';
import { IconButton } from '@/ui/IconButton';
import type { useReorder } from './reorder';

interface ColumnRowProps {
  board: LiveBoard;
  id: string;
  canEdit: boolean;
  isOpen: boolean;
  /** How far it is carried from its place; null while it is not. */
  carriedBy: number | null;
  /** How far it steps aside for another. */
  aside: number;
  grip: ReturnType<ReturnType<typeof useReorder>['grip']>;
  onToggle: () => void;
  onStep: (step: -1 | 1) => void;
  onDelete: () => void;
  onSaved: (edit: Edit) => void;
}

/** One column of the list; it opens to its settings. */
export function ColumnRow(props: ColumnRowProps) {
  const { board, id, canEdit, isOpen, carriedBy, aside, onToggle } = props;
  const settings = columnSettings(useNode(board, id));
  const name = settings.name || 'Unnamed';
  const shift = carriedBy ?? aside;
  return (
    <li
      data-row={id}
      className={classes(
        'relative border-b bg-panel first:rounded-t-lg last:rounded-b-lg last:border-b-0',
        carriedBy === null ? 'transition-transform duration-150 ease-out' : 'z-10 shadow-float',
      )}
      style={shift ? { transform: `translateY(${shift}px)` } : undefined}
    >
      <div className="flex items-center gap-1 py-1.5 pr-2 pl-1.5">
        {canEdit ? <Grip {...props} name={name} /> : null}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-sm px-1.5 text-left hover:bg-hover coarse:min-h-11"
        >
          <span className="min-w-0 truncate font-medium">{name}</span>
          {settings.mode ? (
            <Badge tone={settings.autoStart ? 'accent' : 'neutral'}>
              {COLUMN_MODE_WORDS[settings.mode].label}
            </Badge>
          ) : null}
          <Summary {...props} />
          <ChevronDown
            size={15}
            aria-hidden="true"
            className={classes(
              'ml-auto shrink-0 text-mute transition-transform duration-120',
              isOpen ? 'rotate-180' : null,
            )}
          />
        </button>
        {canEdit ? (
          <IconButton label={`Delete ${name}`} icon={<Trash2 size={15} />} onClick={props.onDelete} />
        ) : null}
      </div>
      {isOpen ? (
        <fieldset
          disabled={!canEdit}
          aria-label={`Settings of ${name}`}
          className="border-t px-4 py-4 md:px-5"
        >
          <ColumnForm board={board} column={id} onClose={onToggle} onSaved={props.onSaved} />
        </fieldset>
      ) : null}
    </li>
  );
}

/** What is worth knowing of a column while it is closed. */
function Summary({ board, id }: ColumnRowProps) {
  const { mode, autoStart, approveTo, doneTo, limit } = columnSettings(useNode(board, id));
  const count = useChildren(board, id).length;
  const next = mode === 'plan' ? approveTo : doneTo;
  const facts = [
    count === 1 ? '1 card' : `${count} cards`,
    mode && autoStart ? 'starts by itself' : '',
    mode && next ? `then ${columnSettings(board.node(next)).name || 'Unnamed'}` : '',
    mode && limit ? `${limit} at once` : '',
  ];
  return (
    <span className="min-w-0 truncate text-sm text-mute max-sm:hidden">
      {facts.filter(Boolean).join(' · ')}
    </span>
  );
}

/** Carried by the pointer, or moved by the arrows. */
function Grip({ grip, name, onStep }: ColumnRowProps & { name: string }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <button
      type="button"
      aria-label={`Move ${name}`}
      title="Drag, or press the arrow keys up and down"
      {...grip}
      onKeyDown={onKeyDown}
      className="flex size-8 shrink-0 touch-none cursor-grab items-center justify-center rounded-sm text-mute hover:bg-hover hover:text-ink active:cursor-grabbing coarse:size-10"
    >
      <GripVertical size={16} aria-hidden="true" />
    </button>
  );
}
