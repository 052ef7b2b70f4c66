import { fold } from './fold';
import { join } from './join';
import { KeyedListeners, Listeners } from './listeners';
import { emptyPiece, nothingTouched, put, type Touched } from './piece';
import { keyOf, MAIN, type Row } from './rows';
import type { SessionEvent } from './session-wire';

/** A list of rows at one moment; another object whenever a row has come or gone. */
export interface RowList {
  readonly length: number;
  /** How many rows have been put before the first one so far. */
  readonly prepended: number;
}

const NO_ROWS: RowList = { length: 0, prepended: 0 };

/**
 * A session's events as rows: pages of older ones come in front, live ones at the end. However they are cut, the rows
 * are the same. A component hears of one row or of one list.
 */
export class Transcript {
  readonly changed = new Listeners();
  readonly #piece = emptyPiece();
  readonly #ofRow = new KeyedListeners();
  readonly #ofList = new KeyedListeners();
  readonly #lists = new Map<string, RowList>();
  /** The rows of messages that came without their text, by the event's number. */
  readonly #incomplete = new Map<number, string>();
  #oldest = Number.POSITIVE_INFINITY;
  #newest = 0;

  /** The number of the first event that is here. */
  get oldest(): number {
    return this.#oldest;
  }

  /** The number of the last event that is here; 0 while there is none. */
  get newest(): number {
    return this.#newest;
  }

  /** Since when the turn that is not done yet runs, as far as that is loaded. */
  get runningSince(): string | null {
    return this.#piece.runningSince;
  }

  row(key: string): Row | undefined {
    return this.#piece.rows.get(key);
  }

  list(id: string = MAIN): RowList {
    return this.#lists.get(id) ?? NO_ROWS;
  }

  keyAt(index: number, list: string = MAIN): string {
    return this.#piece.lists.get(list)?.[index] ?? '';
  }

  /** Returns where a row of the conversation stands; -1 if it is not here. The newest are found first. */
  indexOf(key: string): number {
    return this.#piece.lists.get(MAIN)?.lastIndexOf(key) ?? -1;
  }

  subscribeRow(key: string, listener: () => void): () => void {
    return this.#ofRow.add(key, listener);
  }

  subscribeList(list: string, listener: () => void): () => void {
    return this.#ofList.add(list, listener);
  }

  /** Adds events at the end; those that are here already are passed over. Returns the messages whose text is missing. */
  append(events: readonly SessionEvent[]): readonly number[] {
    const touched = nothingTouched();
    const incomplete: number[] = [];
    for (const event of events) {
      if (event.n <= this.#newest) continue;
      fold(this.#piece, event, touched);
      this.#newest = event.n;
      this.#oldest = Math.min(this.#oldest, event.n);
      const key = this.#withoutText(event);
      if (key === null) continue;
      this.#incomplete.set(event.n, key);
      incomplete.push(event.n);
    }
    this.#publish(touched, 0);
    return incomplete;
  }

  /** Puts a page of older events in front. */
  prepend(events: readonly SessionEvent[]): void {
    const older = events.filter(({ n }) => n < this.#oldest);
    const [first, last] = [older[0], older.at(-1)];
    if (!first || !last) return;
    const piece = emptyPiece();
    for (const event of older) fold(piece, event, nothingTouched());
    const touched = nothingTouched();
    const before = this.#length(MAIN);
    join(piece, this.#piece, touched);
    this.#oldest = first.n;
    this.#newest = Math.max(this.#newest, last.n);
    this.#publish(touched, Math.max(0, this.#length(MAIN) - before));
  }

  /** Writes the text of a message that had come without it. */
  fill(n: number, text: string): void {
    const row = this.row(this.#incomplete.get(n) ?? '');
    this.#incomplete.delete(n);
    if (row?.type !== 'text' && row?.type !== 'thinking') return;
    const touched = nothingTouched();
    put(this.#piece, { ...row, text, isGiven: true }, touched);
    this.#publish(touched, 0);
  }

  /** Returns the row of a message that came without its text, if its beginning may not be here either. */
  #withoutText(event: SessionEvent): string | null {
    if (event.type !== 'assistant_message' || event.data.parent || typeof event.data.text === 'string')
      return null;
    for (const key of [this.#piece.firstBlock, keyOf.event(event.n)]) {
      const row = key === null ? undefined : this.row(key);
      if (row && 'closedBy' in row && row.closedBy === event.n) return row.key;
    }
    return null;
  }

  #length(list: string): number {
    return this.#piece.lists.get(list)?.length ?? 0;
  }

  #publish({ rows, lists }: Touched, prepended: number): void {
    for (const id of lists) {
      const more = id === MAIN ? prepended : 0;
      this.#lists.set(id, { length: this.#length(id), prepended: this.list(id).prepended + more });
    }
    for (const key of rows) this.#ofRow.call(key);
    for (const id of lists) this.#ofList.call(id);
    if (rows.size > 0 || lists.size > 0) this.changed.call();
  }
}
