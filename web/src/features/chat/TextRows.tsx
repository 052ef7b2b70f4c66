import Brain from 'lucide-react/icons/brain';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { classes } from '@/lib/classes';
import { useMe } from '@/lib/session';
import { duration, exactTime, useNow } from '@/lib/time';
import type { BlockRow, UserRow } from '@/live/rows';
import { useOpened } from './context';
import { StreamedMarkdown } from './StreamedMarkdown';

/** What a person wrote. */
export function UserMessage({ row }: { row: UserRow }) {
  const me = useMe();
  const isMine = row.by === me.id;
  return (
    <div className="flex flex-col items-end gap-1 pt-4 pb-2">
      {isMine ? (
        <span className="sr-only">You:</span>
      ) : (
        <span className="px-1 text-xs text-mute">{row.byName ?? 'Tandem'}</span>
      )}
      <p
        title={exactTime(row.at)}
        className="max-w-[88%] rounded-lg bg-accent-soft px-3.5 py-2 text-base whitespace-pre-wrap wrap-anywhere"
      >
        {row.content ?? '…'}
      </p>
    </div>
  );
}

/** What the agent says. */
export function TextBlock({ row }: { row: BlockRow }) {
  if (row.text.trim() === '' && row.state !== 'open') return null;
  return (
    <div className="py-2">
      <span className="sr-only">Agent:</span>
      <StreamedMarkdown text={row.text} isOpen={row.state === 'open'} />
      {row.state === 'cut' ? <p className="mt-1 text-sm text-mute">It was cut off here.</p> : null}
    </div>
  );
}

/** What the agent thinks, folded away. */
export function Thinking({ row }: { row: BlockRow }) {
  const [isOpen, toggle] = useOpened(row.key, false);
  const hasText = row.text.trim() !== '';
  return (
    <div className="py-0.5">
      <button
        type="button"
        aria-expanded={isOpen}
        disabled={!hasText}
        onClick={toggle}
        className="-ml-2 flex h-8 items-center gap-2 rounded-sm px-2 text-sm text-mute enabled:hover:bg-hover enabled:hover:text-ink coarse:h-10"
      >
        <Brain
          size={15}
          aria-hidden="true"
          className={classes('shrink-0', row.state === 'open' ? 'animate-pulse' : null)}
        />
        {row.state === 'open' ? <ThinkingNow since={row.startedAt} /> : <span>{thoughtFor(row)}</span>}
        {hasText ? (
          <ChevronRight
            size={14}
            aria-hidden="true"
            className={classes('transition-transform duration-120', isOpen ? 'rotate-90' : null)}
          />
        ) : null}
      </button>
      {isOpen ? (
        <div className="mt-1 mb-2 ml-1.5 border-l-2 pl-4 text-soft">
          <StreamedMarkdown text={row.text} isOpen={row.state === 'open'} />
        </div>
      ) : null}
    </div>
  );
}

function ThinkingNow({ since }: { since: string | null }) {
  const now = useNow(1_000);
  const ms = since === null ? 0 : now - new Date(since).getTime();
  return <span>Thinking{ms >= 1_500 ? ` for ${duration(ms)}` : '…'}</span>;
}

function thoughtFor({ startedAt, endedAt }: BlockRow): string {
  const ms = startedAt && endedAt ? new Date(endedAt).getTime() - new Date(startedAt).getTime() : 0;
  return ms >= 1_000 ? `Thought for ${duration(ms)}` : 'Thought';
}
