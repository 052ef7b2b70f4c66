import { MAIN, type Row } from './rows';
import type { Settled } from './session-wire';

/**
 * A run of events as rows. Pieces are joined as pages arrive, so each also says what hangs over its two ends: the block
 * or the retry that may have begun before it, and those that may go on after it.
 */
export interface Piece {
  readonly rows: Map<string, Row>;
  /** The keys of rows in their order, by list. */
  readonly lists: Map<string, string[]>;
  /** Calls that are not shown, because a question or a plan stands for them. */
  readonly replaced: Set<string>;
  /** What became of requests that were made before it. */
  readonly settled: Map<string, Settled>;
  /** Its first block, if that may have begun before it. */
  firstBlock: string | null;
  /** The block that is still open at its end. */
  openBlock: string | null;
  /** Whether it has a block or the end of a turn: a block that was open before it is not open after it. */
  isBounded: boolean;
  /** As for blocks. */
  firstRetry: string | null;
  openRetry: string | null;
  /** Whether the agent got on with something. */
  isActive: boolean;
  /** Whether it has at least begun to say something. */
  isUnderWay: boolean;
  /** Since when the turn at its end runs, and whether an earlier one ended in it. */
  runningSince: string | null;
  hasTurnEnd: boolean;
}

/** Which rows and lists have changed. */
export interface Touched {
  readonly rows: Set<string>;
  readonly lists: Set<string>;
}

export function emptyPiece(): Piece {
  return {
    rows: new Map(),
    lists: new Map([[MAIN, []]]),
    replaced: new Set(),
    settled: new Map(),
    firstBlock: null,
    openBlock: null,
    isBounded: false,
    firstRetry: null,
    openRetry: null,
    isActive: false,
    isUnderWay: false,
    runningSince: null,
    hasTurnEnd: false,
  };
}

export function nothingTouched(): Touched {
  return { rows: new Set(), lists: new Set() };
}

/** Writes a row, new or changed, wherever it stands. */
export function put(piece: Piece, row: Row, touched: Touched): void {
  piece.rows.set(row.key, row);
  touched.rows.add(row.key);
}

/** Writes a new row at the end of its list. */
export function add(piece: Piece, row: Row, touched: Touched): void {
  put(piece, row, touched);
  const list = piece.lists.get(row.list);
  if (list) list.push(row.key);
  else piece.lists.set(row.list, [row.key]);
  touched.lists.add(row.list);
}

/** Takes a row out of its list; what is known of it stays. */
export function unlist(piece: Piece, row: Row, touched: Touched): void {
  const list = piece.lists.get(row.list);
  // What is taken out stands near an end: it has just come, or what it belongs to is about to be loaded.
  const at = list ? nearestEnd(list, row.key) : -1;
  if (!list || at < 0) return;
  list.splice(at, 1);
  touched.lists.add(row.list);
}

/** Forgets a row. */
export function drop(piece: Piece, row: Row, touched: Touched): void {
  unlist(piece, row, touched);
  piece.rows.delete(row.key);
  touched.rows.add(row.key);
}

function nearestEnd(list: readonly string[], key: string): number {
  for (let step = 0; step * 2 < list.length; step += 1) {
    if (list[step] === key) return step;
    const last = list.length - 1 - step;
    if (list[last] === key) return last;
  }
  return -1;
}
