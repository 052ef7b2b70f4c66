import Hourglass from 'lucide-react/icons/hourglass';
import Info from 'lucide-react/icons/info';
import { sentence } from '@/lib/problem';
import { useSessionPart } from '@/lib/session-hooks';
import { price, STATUS } from '@/lib/session-words';
import { countdown, duration, exactTime, useNow } from '@/lib/time';
import type { NoticeRow, RetryRow, TurnRow } from '@/live/rows';
import { useChat } from './context';
import { ForkHere } from './ForkHere';
import { UndoDrawn } from './UndoDrawn';

/** Worth telling, and nothing to do about it. */
export function Notice({ row }: { row: NoticeRow }) {
  return (
    <p className="flex gap-2 py-1.5 text-sm text-soft">
      <Info size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-mute" />
      <span className="min-w-0 text-pretty wrap-anywhere">{row.text}</span>
    </p>
  );
}

/** The service refused and is asked again. */
export function Retry({ row }: { row: RetryRow }) {
  const { attempt, attempts, message } = row.retry;
  if (row.isOver) {
    return (
      <p className="flex gap-2 py-1.5 text-sm text-mute">
        <Hourglass size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {sentence(message)} It was tried {attempt === 1 ? 'once' : `${attempt} times`} more.
        </span>
      </p>
    );
  }
  return (
    <div role="status" className="my-2 flex gap-2.5 rounded-md bg-waiting-soft px-3 py-2 text-sm">
      <Hourglass size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-waiting" />
      <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
        <p className="wrap-anywhere">{sentence(message)}</p>
        <p className="text-soft">
          <NextTry until={row.retry.until} /> ({attempt} of {attempts})
        </p>
      </div>
    </div>
  );
}

function NextTry({ until }: { until: string }) {
  const left = countdown(until, useNow(500));
  return <span aria-hidden="true">{left ? `Next try in ${left}` : 'Trying now'}</span>;
}

/** The end of a turn. */
export function TurnEnd({ row }: { row: TurnRow }) {
  const { turn, outcome, took_ms, cost_usd, origin } = row.done;
  const { session } = useChat();
  // What was cut off while it asked goes on with the answer, so until then it has not come to anything.
  const isOpen = useSessionPart(
    session,
    ({ session: info }) => outcome !== 'completed' && info?.status === 'waiting' && info.turns === turn,
  );
  const words = {
    completed: origin === 'background' ? 'Background work' : 'Done',
    interrupted: 'Interrupted',
    failed: 'Failed',
  };
  const facts = isOpen
    ? STATUS.waiting.label
    : [words[outcome] ?? outcome, duration(took_ms), price(cost_usd)].filter(Boolean).join(' · ');
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-2 text-xs text-mute" title={exactTime(row.at)}>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      <span className="whitespace-nowrap">{facts}</span>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      <UndoDrawn row={row} />
      <ForkHere turn={row.done.turn} />
    </div>
  );
}
