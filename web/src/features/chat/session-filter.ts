import type { Session, SessionStatus } from '@/live/session-wire';

export type StatusGroup = 'waiting' | 'working' | 'resting' | 'failed';

export const GROUPS: Readonly<
  Record<StatusGroup, { readonly label: string; readonly of: readonly SessionStatus[] }>
> = {
  waiting: { label: 'Waits for you', of: ['waiting'] },
  working: { label: 'At work', of: ['running', 'queued'] },
  resting: { label: 'Idle or ended', of: ['idle', 'ended'] },
  failed: { label: 'Failed', of: ['failed'] },
};

/** Which sessions are shown; null is all of them. */
export interface SessionFilter {
  readonly status: StatusGroup | null;
  readonly agent: string | null;
}

export const NO_FILTER: SessionFilter = { status: null, agent: null };

export function isShown(
  { status, agent }: SessionFilter,
  session: Pick<Session, 'status' | 'agent'>,
): boolean {
  if (status !== null && !GROUPS[status].of.includes(session.status)) return false;
  return agent === null || session.agent === agent;
}

/** The cards that sessions are about, each once, the newest session first. */
export function cardsOf(
  sessions: readonly Pick<Session, 'card_id' | 'title'>[],
  most: number,
): { id: string; title: string }[] {
  const titles = new Map<string, string>();
  for (const { card_id, title } of sessions) if (card_id && !titles.has(card_id)) titles.set(card_id, title);
  return [...titles].slice(0, most).map(([id, title]) => ({ id, title }));
}
