import type { LiveBoard } from '@/live/board';
import { KeyedListeners, Listeners } from '@/live/listeners';
import { matches, wordsOf } from './filter';
import { columnsOf } from './model';

export interface FilterCounts {
  readonly shown: number;
  readonly total: number;
}

type Board = Pick<LiveBoard, 'node' | 'children' | 'subscribe' | 'subscribeChildren'>;

/** Which cards of a board are shown; lists keep their identity while they are the same. */
export class CardFilter {
  readonly #board: Board;
  readonly #changed = new Listeners();
  readonly #ofColumn = new KeyedListeners();
  #query = '';
  #words: readonly string[] = [];
  #shown: ReadonlyMap<string, readonly string[]> = new Map();
  #counts: FilterCounts = { shown: 0, total: 0 };
  #unsubscribe: (() => void) | null = null;

  constructor(board: Board) {
    this.#board = board;
  }

  query(): string {
    return this.#query;
  }

  words(): readonly string[] {
    return this.#words;
  }

  counts(): FilterCounts {
    return this.#counts;
  }

  visible(column: string): readonly string[] {
    return this.#words.length === 0 ? this.#board.children(column) : (this.#shown.get(column) ?? NONE);
  }

  subscribe(listener: () => void): () => void {
    return this.#changed.add(listener);
  }

  subscribeColumn(column: string, listener: () => void): () => void {
    const removeOwn = this.#ofColumn.add(column, listener);
    const removeBoard = this.#board.subscribeChildren(column, listener);
    return () => {
      removeOwn();
      removeBoard();
    };
  }

  setQuery(query: string): void {
    if (query === this.#query) return;
    const words = wordsOf(query);
    const isSame = words.join(' ') === this.#words.join(' ');
    this.#query = query;
    this.#words = isSame ? this.#words : words;
    if (words.length > 0) this.#unsubscribe ??= this.#board.subscribe(() => this.#tell(this.#sift()));
    else this.stop();
    if (!isSame) {
      this.#sift();
      this.#tell(columnsOf(this.#board));
    }
    this.#changed.call();
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  #tell(columns: readonly string[]): void {
    for (const column of columns) this.#ofColumn.call(column);
  }

  /** Looks through all cards; returns the columns of which others are shown now. */
  #sift(): readonly string[] {
    let total = 0;
    let shown = 0;
    const lists = new Map<string, readonly string[]>();
    const changed: string[] = [];
    for (const column of columnsOf(this.#board)) {
      const all = this.#board.children(column);
      const list = all.filter((id) => {
        const node = this.#board.node(id);
        return node !== undefined && matches(node, this.#words);
      });
      const before = this.#shown.get(column);
      const isSame = before?.length === list.length && before.every((id, index) => id === list[index]);
      lists.set(column, isSame ? before : list);
      if (!isSame) changed.push(column);
      total += all.length;
      shown += list.length;
    }
    this.#shown = lists;
    if (total !== this.#counts.total || shown !== this.#counts.shown) {
      this.#counts = { shown, total };
      this.#changed.call();
    }
    return changed;
  }
}

const NONE: readonly string[] = [];
