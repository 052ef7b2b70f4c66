import type { EventPage, EventRange, SessionEvent } from '../../src/live/session-wire';
import type { Inbound, Outbound } from '../../src/live/wire';

export const SESSION = 's1';

/** The rules of the server for one session, in the fewest words: a log, pages of it, and one reader who may follow. */
export class ModelSession {
  #log: SessionEvent[] = [];
  #say: ((message: Inbound) => void) | null = null;
  #lean = false;
  /** Whether the reader has heard every delta of the block that is open now. */
  #heardAll = true;

  get log(): readonly SessionEvent[] {
    return this.#log;
  }

  hear(message: Outbound, say: (message: Inbound) => void): void {
    if (message.type === 'unfollow') this.#say = null;
    if (message.type !== 'follow') return;
    this.#say = say;
    this.#lean = message.lean;
    // What was open before the reader came it has not heard from here.
    this.#heardAll = this.#log.findLast(({ n }) => n <= message.after)?.type.endsWith('_delta') !== true;
    for (const event of this.#log.filter(({ n }) => n > message.after)) this.#tell(event);
  }

  drop(): void {
    this.#say = null;
  }

  append(event: SessionEvent): void {
    this.#log.push(event);
    this.#tell(event);
    // What was said in a turn that is over is kept once, in its messages.
    if (event.type === 'done') this.#log = this.#log.filter(({ type }) => !type.endsWith('_delta'));
  }

  page(range: EventRange): EventPage {
    const found = this.#log.filter(({ n }) => ('before' in range ? n < range.before : n > range.after));
    const items = 'before' in range ? found.slice(-range.limit) : found.slice(0, range.limit);
    return { items, ...(items.length < found.length && { next: 'more' }) };
  }

  #tell(event: SessionEvent): void {
    if (!this.#say) return;
    const { n, type, at } = event;
    let data: object = event.data;
    if (event.type === 'assistant_message' && !event.data.parent) {
      const { text, ...rest } = event.data;
      if (this.#lean && this.#heardAll && this.#hasDeltasBefore(event)) data = rest;
      this.#heardAll = true;
    }
    this.#say({ type: 'event', session: SESSION, n, event: type, data: structuredClone(data), at });
  }

  #hasDeltasBefore(message: SessionEvent): boolean {
    const before = this.#log.filter(({ n }) => n < message.n);
    return before.findLast(isOfBlock)?.type.endsWith('_delta') === true;
  }
}

function isOfBlock({ type, data }: SessionEvent): boolean {
  return type.endsWith('_delta') || (type === 'assistant_message' && !('parent' in data));
}
