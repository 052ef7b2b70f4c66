import { useSyncExternalStore } from 'react';

/** One clock for all that counts seconds. It runs only while something is counted. */
export class Seconds {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #now = thisSecond();

  now(): number {
    // While nothing is counted the clock stands, and whoever comes first must not see an old time.
    if (this.#listeners.size === 0) this.#now = thisSecond();
    return this.#now;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#tick(), 1_000);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #tick(): void {
    this.#now = thisSecond();
    for (const listener of [...this.#listeners]) listener();
  }
}

function thisSecond(): number {
  return Math.floor(Date.now() / 1_000) * 1_000;
}

const seconds = new Seconds();
const subscribe = (listener: () => void) => seconds.subscribe(listener);
const now = () => seconds.now();

/** The time, to the second. For small components: it draws them once a second. */
export function useSecond(): number {
  return useSyncExternalStore(subscribe, now);
}
