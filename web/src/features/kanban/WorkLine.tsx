import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CirclePause from 'lucide-react/icons/circle-pause';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Clock from 'lucide-react/icons/clock';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import ShieldQuestion from 'lucide-react/icons/shield-question-mark';
import Square from 'lucide-react/icons/square';
import { clockTime, type WorkTone, workWords } from '@/lib/card-words';
import { classes } from '@/lib/classes';
import { useSecond } from '@/lib/seconds';
import type { CardStatus } from '@/live/cards-wire';
import { Spinner } from '@/ui/Spinner';

const INK: Readonly<Record<WorkTone, string>> = {
  mute: 'text-soft',
  running: 'text-running',
  waiting: 'text-waiting',
  error: 'text-error',
  done: 'text-done',
};

interface WorkLineProps {
  status: CardStatus;
  /** The step that comes next, once this one is done. */
  next?: string | null;
}

/** How the work on a card stands, in one line. */
export function WorkLine({ status, next = null }: WorkLineProps) {
  const words = workWords(status);
  if (!words) return null;
  const { tone, text, clock } = words;
  const isAsked = tone === 'waiting';
  const isDown = clock?.counts === 'down';
  return (
    <span
      className={classes(
        'flex min-w-0 items-center gap-1.5 text-sm',
        INK[tone],
        isAsked ? 'rounded-xs bg-waiting-soft px-1.5 font-medium' : null,
      )}
    >
      <WorkIcon status={status} isAsked={isAsked} />
      {isDown ? <span className="sr-only">Parked. </span> : null}
      {clock && !isDown ? <Counting {...clock} /> : null}
      <span
        className={classes('min-w-0', tone === 'error' ? 'line-clamp-2 wrap-anywhere' : 'truncate')}
        title={text}
      >
        {text}
      </span>
      {clock && isDown ? <Counting {...clock} /> : null}
      {next && isReadyForNext(status) ? (
        <span className="min-w-0 truncate text-soft">Next: {next}</span>
      ) : null}
    </span>
  );
}

/** Whether a card is done where it is, and waits to be moved on. */
export function isReadyForNext(status: CardStatus): boolean {
  return status.phase === 'finished' && workWords(status)?.tone === 'done';
}

/** A time that counts. Nothing else is drawn anew when it does. */
export function Counting({ counts, at }: { counts: 'up' | 'down'; at: string }) {
  const now = useSecond();
  const then = new Date(at).getTime();
  const left = counts === 'up' ? now - then : then - now;
  return (
    <span role="timer" aria-live="off" className="shrink-0 tabular-nums">
      {Number.isNaN(left) ? '' : clockTime(left)}
    </span>
  );
}

const ICON = { size: 14, 'aria-hidden': true, className: 'shrink-0' } as const;

function WorkIcon({ status, isAsked }: { status: CardStatus; isAsked: boolean }) {
  switch (status.phase) {
    case 'starting':
    case 'running':
    case 'stopping':
      return <Spinner size={13} />;
    case 'waiting':
      return <AskedIcon status={status} />;
    case 'failed':
      return <CircleAlert {...ICON} />;
    case 'parked':
      return <CirclePause {...ICON} />;
    case 'finished':
      return isAsked ? <CircleAlert {...ICON} /> : <Check {...ICON} />;
    case 'stopped':
      return isAsked ? <CircleAlert {...ICON} /> : <Square {...ICON} size={12} />;
    case 'lined_up':
    case 'queued':
    case 'resting':
      return isAsked ? <CircleAlert {...ICON} /> : <Clock {...ICON} />;
  }
}

function AskedIcon({ status }: { status: CardStatus }) {
  const kinds = new Set((status.waiting ?? []).map(({ kind }) => kind));
  if (kinds.has('plan')) return <ClipboardList {...ICON} />;
  return kinds.has('permission') && !kinds.has('question') ? (
    <ShieldQuestion {...ICON} />
  ) : (
    <MessageCircleQuestion {...ICON} />
  );
}
