import type { Clock } from '../../src/live/clock';

interface Timer {
  readonly at: number;
  readonly number: number;
  readonly callback: () => void;
}

/** Time that passes only when a test says so. */
export class FakeClock implements Clock {
  #now = 1_000_000;
  #count = 0;
  #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    this.#count += 1;
    const timer = { at: this.#now + Math.max(0, milliseconds), number: this.#count, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Returns when the next timer is due, or `null` when nothing is planned. */
  get next(): number | null {
    return this.#first()?.at ?? null;
  }

  /** Runs what is due within so many milliseconds, letting promises settle in between. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (let first = this.#first(); first && first.at <= end; first = this.#first()) {
      const due = first;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
      await settle();
    }
    this.#now = end;
  }

  #first(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (!first || timer.at < first.at || (timer.at === first.at && timer.number < first.number))
        first = timer;
    }
    return first;
  }
}

/** Lets everything that waits for a promise go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}
