import type { Connection } from '@/live/socket';

export type SaveKind = 'saved' | 'saving' | 'connecting' | 'offline';

export interface SaveState {
  readonly kind: SaveKind;
  /** For the eye; a countdown may change every second. */
  readonly text: string;
  /** For a screen reader: changes only when there is news. */
  readonly announcement: string;
}

/** A connection that is back so soon was never missed. */
const BRIEF_MS = 2_000;

/** Says in a few words whether what somebody does is safe on the server. `downSince` is null while connected. */
export function saveState(
  connection: Connection,
  unsent: number,
  downSince: number | null,
  now: number,
): SaveState {
  const waiting = unsent > 0 ? `${unsent} ${unsent === 1 ? 'edit' : 'edits'} waiting` : '';
  if (connection.phase === 'signed_out') {
    return { kind: 'offline', text: joined('Signed out', waiting), announcement: 'Signed out.' };
  }
  if (connection.phase === 'online') {
    if (unsent > 0) return { kind: 'saving', text: 'Saving…', announcement: '' };
    return { kind: 'saved', text: 'Saved', announcement: '' };
  }
  if (downSince === null || now - downSince < BRIEF_MS) {
    return { kind: 'connecting', text: joined('Reconnecting…', waiting), announcement: '' };
  }
  const retry = connection.phase === 'offline' ? retryIn(connection.retryAt, now) : 'retrying…';
  return {
    kind: 'offline',
    text: joined('Offline', [waiting, retry].filter(Boolean).join(', ')),
    announcement: `Offline. ${waiting ? `${waiting}.` : 'Edits are kept until the server is back.'}`,
  };
}

/** How the state came to be what it is, as far as that is news. */
export interface SaveNews {
  readonly kind: SaveKind;
  /** Whether the connection was lost since all was well. */
  readonly wasOffline: boolean;
}

export const NO_NEWS: SaveNews = { kind: 'saved', wasOffline: false };

export function nextNews(before: SaveNews, kind: SaveKind): SaveNews {
  if (before.kind === kind) return before;
  const wasOffline = kind === 'offline' || (before.kind !== 'saved' && before.wasOffline);
  return { kind, wasOffline };
}

function retryIn(at: number | null, now: number): string {
  if (at === null) return '';
  const seconds = Math.ceil((at - now) / 1_000);
  return seconds > 0 ? `retry in ${seconds} s` : 'retrying…';
}

function joined(head: string, tail: string): string {
  return tail ? `${head} — ${tail}` : head;
}
