import type { LiveBoard } from '@/live/board';
import { Listeners } from '@/live/listeners';
import type { BoardNode, Change } from '@/live/wire';
import { BoardCopy } from './board-copy';
import { factsOf } from './describe';
import type { Entry } from './group';

/** What the log is read with. */
export interface HistorySource {
  changes(after: number, limit: number): Promise<readonly Change[]>;
  nodesAt(seq: number): Promise<readonly BoardNode[]>;
}

export interface HistoryState {
  /** The newest first. */
  readonly entries: readonly Entry[];
  /** Whether the beginning of the log is among them. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  /** Changes that were taken back and not brought back since. */
  readonly undone: ReadonlySet<number>;
}

const PAGE = 60;
/** The most changes fetched to catch up after an absence; beyond it the list begins anew. */
const MAX_CATCH_UP = 500;

type Board = Pick<LiveBoard, 'status' | 'changes' | 'subscribe'>;

/** A board's log in words: pages of it backwards, and what happens while it is open. */
export class HistoryLog {
  readonly #board: Board;
  readonly #source: HistorySource;
  readonly #listeners = new Listeners();
  #state: HistoryState = { entries: [], isWhole: false, isLoading: false, error: null, undone: new Set() };
  /** The board at `#newest`, from which the next change is told. */
  #head: BoardCopy | null = null;
  #newest = 0;
  #oldest = 0;

  constructor(board: Board, source: HistorySource) {
    this.#board = board;
    this.#source = source;
  }

  state(): HistoryState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  start(): () => void {
    void this.loadOlder();
    const stops = [
      this.#board.changes((changes) => this.#hear(changes)),
      this.#board.subscribe(() => void this.#catchUp()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async loadOlder(): Promise<void> {
    if (this.#state.isLoading || this.#state.isWhole) return;
    await this.#load(async () => {
      const isFirst = this.#head === null;
      const end = isFirst ? this.#board.status().seq : this.#oldest;
      const start = Math.max(0, end - PAGE);
      const { entries, copy } = await this.#read(start, end);
      if (isFirst) {
        this.#head = copy;
        this.#newest = end;
      }
      this.#oldest = start;
      this.#show([...this.#state.entries, ...entries], start === 0);
    });
  }

  #hear(changes: readonly Change[]): void {
    const entries: Entry[] = [];
    for (const change of changes) {
      if (!this.#head || change.seq !== this.#newest + 1) continue;
      entries.unshift(entryOf(change, this.#head));
      this.#head.apply(change);
      this.#newest = change.seq;
    }
    if (entries.length > 0) this.#show([...entries, ...this.#state.entries], this.#state.isWhole);
  }

  /** Fetches what came while nothing was heard, such as after a long time offline. */
  async #catchUp(): Promise<void> {
    const { seq, phase } = this.#board.status();
    if (phase !== 'live' || this.#state.isLoading || this.#head === null || seq <= this.#newest) return;
    await this.#load(async () => {
      if (seq - this.#newest > MAX_CATCH_UP) {
        this.#head = null;
        const { entries, copy } = await this.#read(Math.max(0, seq - PAGE), seq);
        this.#head = copy;
        this.#oldest = Math.max(0, seq - PAGE);
        this.#newest = seq;
        this.#show(entries, this.#oldest === 0);
      } else this.#hear(await this.#source.changes(this.#newest, seq - this.#newest));
    });
  }

  /** Reads the changes after `start` up to `end`, and the board they lead to. */
  async #read(start: number, end: number): Promise<{ entries: Entry[]; copy: BoardCopy }> {
    if (end === start) return { entries: [], copy: new BoardCopy(await this.#source.nodesAt(end)) };
    const [nodes, changes] = await Promise.all([
      start === 0 ? [] : this.#source.nodesAt(start),
      this.#source.changes(start, end - start),
    ]);
    const copy = new BoardCopy(nodes);
    const entries: Entry[] = [];
    for (const change of changes) {
      entries.unshift(entryOf(change, copy));
      copy.apply(change);
    }
    return { entries, copy };
  }

  async #load(work: () => Promise<void>): Promise<void> {
    this.#set({ ...this.#state, isLoading: true, error: null });
    try {
      await work();
      this.#set({ ...this.#state, isLoading: false });
    } catch (error) {
      this.#set({ ...this.#state, isLoading: false, error });
    }
    // What was heard while a page was on its way is fetched now.
    if (this.#state.error === null && this.#head && this.#board.status().seq > this.#newest)
      await this.#catchUp();
  }

  #show(entries: readonly Entry[], isWhole: boolean): void {
    this.#set({ ...this.#state, entries, isWhole, undone: undoneBy(entries) });
  }

  #set(state: HistoryState): void {
    this.#state = state;
    this.#listeners.call();
  }
}

function entryOf({ seq, author, at, label, reverts, ops }: Change, before: BoardCopy): Entry {
  return {
    seq,
    author,
    at,
    facts: factsOf({ ops }, before),
    ...(label != null && { label }),
    ...(reverts != null && { reverts }),
  };
}

/** Returns the changes that are taken back now, the newest first: what is itself taken back takes nothing back. */
export function undoneBy(entries: readonly Pick<Entry, 'seq' | 'reverts'>[]): ReadonlySet<number> {
  const undone = new Set<number>();
  for (const { seq, reverts } of entries) {
    if (!reverts || undone.has(seq)) continue;
    for (const each of reverts.seqs) undone.add(each);
  }
  return undone;
}
