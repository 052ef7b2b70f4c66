import Eye from 'lucide-react/icons/eye';
import Undo2 from 'lucide-react/icons/undo-2';
import { classes } from '@/lib/classes';
import { ago, exactTime } from '@/lib/time';
import { undoChange } from '@/lib/undo-change';
import { Avatar } from '@/ui/Avatar';
import { IconButton } from '@/ui/IconButton';
import { type Entry, type Group, group as grouped } from './group';

interface HistoryLineProps {
  group: Group;
  person: { readonly id: string; readonly name: string; readonly full?: string };
  now: number;
  board: string;
  canUndo: boolean;
  undone: ReadonlySet<number>;
  onShow: (seq: number) => void;
}

/** One line of the history: who, what, when; several changes that read as one can be opened. */
export function HistoryLine({ group, person, now, board, canUndo, undone, onShow }: HistoryLineProps) {
  const [newest] = group.entries;
  const face = { id: person.id, name: person.full ?? person.name };
  const isUndone = group.entries.every(({ seq }) => undone.has(seq));
  const actions = (entry: Entry, text: string) => (
    <Actions
      entry={entry}
      text={text}
      board={board}
      canUndo={canUndo && !undone.has(entry.seq)}
      onShow={onShow}
    />
  );
  return (
    <li className="group/line px-4 py-1.5 hover:bg-hover/60">
      <div className="flex gap-2.5">
        <Avatar person={face} size="sm" decorative />
        <div className="min-w-0 flex-1 text-sm">
          <p
            className={classes(
              'text-pretty wrap-anywhere',
              isUndone ? 'text-mute line-through decoration-1' : null,
            )}
          >
            <span className="font-medium">{person.name}</span> {group.text}
          </p>
          <p className="text-xs text-mute">
            <time dateTime={newest.at} title={exactTime(newest.at)}>
              {ago(newest.at, now)}
            </time>
            {isUndone ? ', undone since' : null}
          </p>
        </div>
        {group.entries.length === 1 ? actions(newest, group.text) : null}
      </div>
      {group.entries.length > 1 ? (
        <details className="mt-0.5 pl-8.5 text-sm">
          <summary className="w-fit rounded-xs text-xs text-soft">{group.entries.length} changes</summary>
          <ol className="mt-1 flex flex-col gap-0.5 border-l pl-3">
            {group.entries.map((entry) => {
              const [single] = grouped([entry]);
              const text = single?.text ?? '';
              return (
                <li key={entry.seq} className="flex items-start gap-2">
                  <span
                    className={classes(
                      'min-w-0 flex-1 py-1 wrap-anywhere',
                      undone.has(entry.seq) ? 'text-mute line-through' : null,
                    )}
                  >
                    {text}
                  </span>
                  {actions(entry, text)}
                </li>
              );
            })}
          </ol>
        </details>
      ) : null}
    </li>
  );
}

interface ActionsProps {
  entry: Entry;
  text: string;
  board: string;
  canUndo: boolean;
  onShow: (seq: number) => void;
}

function Actions({ entry, text, board, canUndo, onShow }: ActionsProps) {
  return (
    <span className="flex shrink-0 opacity-0 group-hover/line:opacity-100 focus-within:opacity-100 coarse:opacity-100">
      <IconButton
        size="sm"
        label="Look at the board after this change"
        icon={<Eye size={14} aria-hidden="true" />}
        onClick={() => onShow(entry.seq)}
      />
      {canUndo ? (
        <IconButton
          size="sm"
          label="Undo this change"
          icon={<Undo2 size={14} aria-hidden="true" />}
          onClick={() => void undoChange(board, entry.seq, text)}
        />
      ) : null}
    </span>
  );
}
