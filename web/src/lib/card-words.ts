import { type CardMode, type CardRequest, type CardStatus, isAtWork } from '@/live/cards-wire';

export type WorkTone = 'mute' | 'running' | 'waiting' | 'error' | 'done';

/** How the work on a card stands, in one line. */
export interface WorkWords {
  readonly tone: WorkTone;
  readonly text: string;
  /** A time that counts up from then, or down to then. */
  readonly clock?: { readonly counts: 'up' | 'down'; readonly at: string };
}

const DOING: Readonly<Record<CardMode | 'talk', string>> = {
  plan: 'Planning',
  code: 'Coding',
  review: 'Reviewing',
  custom: 'Working',
  talk: 'Answering',
};

const START: Readonly<Record<CardMode, string>> = {
  plan: 'Start planning',
  code: 'Start coding',
  review: 'Start the review',
  custom: 'Start',
};

const ASKED: Readonly<Record<CardRequest['kind'], string>> = {
  plan: 'Plan to approve',
  question: 'Question',
  permission: 'Permission',
};

/** Returns how the work on a card stands, in words; null while it rests. */
export function workWords(status: CardStatus): WorkWords | null {
  const since = (status.since && { clock: { counts: 'up', at: status.since } as const }) || {};
  switch (status.phase) {
    case 'resting':
      return conflict(status);
    case 'lined_up':
      return { tone: 'mute', text: withPlace('Lined up', status.place) };
    case 'queued':
      return { tone: 'mute', text: withPlace('Queued', status.place) };
    case 'starting':
      return { tone: 'running', text: 'Starting' };
    case 'running':
      return { tone: 'running', text: doing(status), ...since };
    case 'waiting':
      return { tone: 'waiting', text: asked(status.waiting ?? []) };
    case 'stopping':
      return { tone: 'mute', text: 'Stopping' };
    case 'failed':
      return { tone: 'error', text: status.failure?.message || 'Failed' };
    case 'parked':
      return status.until
        ? { tone: 'mute', text: 'Usage limit, goes on in', clock: { counts: 'down', at: status.until } }
        : { tone: 'mute', text: 'Usage limit, goes on once it has ended' };
    case 'finished':
      return conflict(status) ?? finished(status);
    case 'stopped':
      return conflict(status) ?? { tone: 'mute', text: 'Stopped' };
  }
}

/** The phases that say something only of the column they were reached in. */
const LOCAL: ReadonlySet<CardStatus['phase']> = new Set(['finished', 'stopped', 'failed', 'lined_up']);

/** Returns the status as it is to be shown in a column: a card that was dragged on rests there. */
export function statusIn(status: CardStatus | undefined, column: string): CardStatus | undefined {
  if (!status || status.column_id === column || !LOCAL.has(status.phase)) return status;
  return { ...status, phase: 'resting' };
}

/** What starting a card is called as things stand; null where it cannot be started. */
export function startLabel(status: CardStatus | undefined, mode: CardMode | null): string | null {
  if (mode === null) return null;
  const phase = status?.phase ?? 'resting';
  if (isAtWork(phase) || phase === 'lined_up') return null;
  if (phase === 'failed') return 'Retry';
  if (phase === 'stopped') return 'Continue';
  if (phase === 'parked') return 'Go on now';
  if (phase === 'finished') return 'Run again';
  return START[mode];
}

/** Whether there is something to stop. */
export function canStop(status: CardStatus | undefined): boolean {
  if (!status || status.phase === 'stopping') return false;
  return isAtWork(status.phase) || status.phase === 'lined_up' || status.phase === 'parked';
}

/** Returns a length of time as a clock shows it: `0:07`, `12:34`, `1:02:03`. */
export function clockTime(milliseconds: number): string {
  const all = Math.max(0, Math.floor(milliseconds / 1_000));
  const [hours, minutes, seconds] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60];
  const tail = String(seconds).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** Returns a count with its noun: `1 file`, `3 files`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** A merge that met conflicts is the next thing to see to, wherever the card is. */
function conflict(status: CardStatus): WorkWords | null {
  switch (status.conflict) {
    case 'open':
      return { tone: 'waiting', text: 'Conflicts to resolve' };
    case 'resolved':
      return { tone: 'waiting', text: 'Conflicts resolved, merge again' };
    default:
      return null;
  }
}

/** A review that found something is not simply done. */
function finished({ merged, mode, review }: CardStatus): WorkWords {
  if (merged) return { tone: 'done', text: 'Merged' };
  if (mode === 'review' && review && !review.reported) return { tone: 'waiting', text: 'No report' };
  if (mode === 'review' && review && review.failed > 0)
    return { tone: 'waiting', text: `${counted(review.failed, 'rule')} broken` };
  return { tone: 'done', text: mode === 'review' ? 'Reviewed' : 'Done here' };
}

function withPlace(text: string, place: number | null | undefined): string {
  return place ? `${text}, place ${place}` : text;
}

function doing({ doing: now, mode }: CardStatus): string {
  if (now?.text) return now.text;
  if (now?.kind === 'thinking') return 'Thinking';
  return mode ? DOING[mode] : 'Working';
}

function asked(requests: readonly CardRequest[]): string {
  const first = (['plan', 'question', 'permission'] as const).find((kind) =>
    requests.some((request) => request.kind === kind),
  );
  if (!first) return 'Needs you';
  return requests.length === 1 ? ASKED[first] : `${ASKED[first]} and ${requests.length - 1} more`;
}
