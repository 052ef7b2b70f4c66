import type { UndoOutcome } from './board-status';
import { Live } from './client';
import { systemClock } from './clock';
import { openStorage } from './indexed-db';
import { MemoryStorage } from './memory-storage';
import type { SessionWorld } from './session';
import type { Wire } from './socket';
import { thisTab } from './tabs';

export interface BrowserOptions {
  readonly user: string;
  readonly token: (reason: 'start' | 'unauthorized') => Promise<string | null>;
  readonly revert: (board: string, kind: 'undo' | 'redo') => Promise<UndoOutcome>;
  readonly events: SessionWorld['events'];
}

/** Starts the live client in a browser page, for an account; call the returned function to end it. */
export async function startLive({
  user,
  token,
  revert,
  events,
}: BrowserOptions): Promise<{ live: Live; stop: () => void }> {
  // A private window may refuse to store anything; then edits live as long as the page.
  const storage = await openStorage(user, thisTab()).catch(() => new MemoryStorage());
  const live = new Live({
    connect: () => new WebSocket(address()) as unknown as Wire,
    token,
    revert,
    events,
    storage,
    clock: systemClock,
    random: Math.random,
    author: { type: 'user', id: user },
  });
  const check = () => live.retryNow();
  const save = () => {
    if (document.visibilityState === 'hidden') void live.save();
    else check();
  };
  addEventListener('online', check);
  addEventListener('offline', check);
  document.addEventListener('visibilitychange', save);
  live.start();
  return {
    live,
    stop: () => {
      removeEventListener('online', check);
      removeEventListener('offline', check);
      document.removeEventListener('visibilitychange', save);
      live.stop();
    },
  };
}

function address(): string {
  return `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/api/ws`;
}
