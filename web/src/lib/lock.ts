import type { KeyValues } from './storage';

/** Runs one thing at a time across all tabs of this browser. */
export type Lock = <T>(run: () => Promise<T>) => Promise<T>;

export interface LockClock {
  now(): number;
  sleep(ms: number): Promise<void>;
  /** A number from 0 up to 1. */
  random(): number;
}

/** How long a holder may take; a tab that was closed meanwhile blocks the others no longer than this. */
export const LOCK_LIFE_MS = 20_000;
const SETTLE_MS = 40;
const RETRY_MS = 60;
const MAX_TRIES = 600;

/** The browser's own locks where there are any: they need a secure context, which http on a LAN is not. */
export function browserLock(name: string, storage: KeyValues): Lock {
  const locks = globalThis.navigator?.locks;
  if (locks) return <T>(run: () => Promise<T>) => locks.request(name, run) as Promise<T>;
  return storageLock(name, storage, {
    now: () => Date.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => Math.random(),
  });
}

/**
 * A lock made of a stored name: whoever wrote last before a pause holds it.
 * A storage has no compare-and-set, but two tabs that write at once both see the same winner after the pause.
 */
export function storageLock(name: string, storage: KeyValues, clock: LockClock): Lock {
  const key = `tandem.lock.${name}`;
  const holder = (): { owner: string; until: number } | null => {
    const [owner, until] = (storage.getItem(key) ?? '').split(' ');
    const time = Number(until);
    return owner && time > clock.now() && time <= clock.now() + LOCK_LIFE_MS ? { owner, until: time } : null;
  };
  const take = async (owner: string): Promise<void> => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (!holder()) {
        storage.setItem(key, `${owner} ${clock.now() + LOCK_LIFE_MS}`);
        await clock.sleep(SETTLE_MS + clock.random() * SETTLE_MS);
        if (holder()?.owner === owner) return;
      }
      await clock.sleep(RETRY_MS + clock.random() * RETRY_MS);
    }
    throw new Error(`Another tab keeps the lock ${name}.`);
  };
  return async (run) => {
    const owner = `${clock.random().toString(36).slice(2)}${clock.now().toString(36)}`;
    await take(owner);
    try {
      return await run();
    } finally {
      if (holder()?.owner === owner) storage.removeItem(key);
    }
  };
}
