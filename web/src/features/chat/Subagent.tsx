import { classes } from '@/lib/classes';
import { useRowList } from '@/lib/session-hooks';
import type { ToolRow } from '@/live/rows';
import { useChat, useOpened } from './context';
import { RowView } from './RowView';

/** So many of the last steps are shown while it works. */
const LAST = 4;

/** What a subagent does, below the call that started it. */
export function Subagent({ row, isActive }: { row: ToolRow; isActive: boolean }) {
  const { transcript } = useChat().session;
  const { length } = useRowList(transcript, row.id);
  const [isWhole, toggle] = useOpened(`${row.key}:below`, false);
  const count = isWhole ? length : isActive ? Math.min(LAST, length) : 0;
  const keys = Array.from({ length: count }, (_, index) => transcript.keyAt(length - count + index, row.id));
  const isCut = count < length;
  return (
    <div className={classes('ml-[7px] border-l pl-4', count > 0 ? 'pb-1' : null)}>
      {isWhole || isCut ? (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={toggle}
          className="-ml-1 flex h-7 items-center rounded-xs px-1 text-xs text-soft hover:text-ink coarse:h-10"
        >
          {isWhole ? 'Fold its steps' : `Show ${length === 1 ? 'its step' : `its ${length} steps`}`}
        </button>
      ) : null}
      {keys.map((key) => (
        <RowView key={key} id={key} />
      ))}
    </div>
  );
}
