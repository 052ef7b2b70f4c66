import { drop, type Piece, put, type Touched, unlist } from './piece';
import type { BlockRow, RetryRow, Row, ToolRow, UserRow } from './rows';

/** Puts an older piece before a newer one, which becomes both. The cost is that of the older, and a copy of the lists. */
export function join(older: Piece, newer: Piece, touched: Touched): void {
  joinBlocks(older, newer, touched);
  joinRetries(older, newer, touched);
  for (const key of older.replaced) replace(newer, key, touched);
  for (const key of newer.replaced) replace(older, key, touched);
  for (const row of older.rows.values()) put(newer, joinRow(row, newer, touched), touched);
  for (const [key, settled] of older.settled) if (!newer.settled.has(key)) newer.settled.set(key, settled);
  for (const [list, keys] of older.lists) {
    if (keys.length === 0) continue;
    newer.lists.set(list, [...keys, ...(newer.lists.get(list) ?? [])]);
    touched.lists.add(list);
  }
  if (!newer.hasTurnEnd) newer.runningSince = older.runningSince ?? newer.runningSince;
  newer.hasTurnEnd ||= older.hasTurnEnd;
}

/** Returns what is known of a row of the older piece with what the newer knows of it. */
function joinRow(row: Row, newer: Piece, touched: Touched): Row {
  const known = newer.rows.get(row.key);
  if (row.type === 'request') return { ...row, settled: row.settled ?? newer.settled.get(row.key) ?? null };
  if (row.type === 'tool' && known?.type === 'tool') return joinTool(row, known, newer, touched);
  if (row.type === 'user' && known?.type === 'user') return withContent(known, row);
  return row;
}

/** A call stands where it began, so the row that stood in for it goes. */
function joinTool(older: ToolRow, known: ToolRow, newer: Piece, touched: Touched): ToolRow {
  unlist(newer, known, touched);
  return {
    ...older,
    call: older.call ?? known.call,
    result: known.result ?? older.result,
    task: known.task ?? older.task,
  };
}

function withContent(known: UserRow, { at, content, by, byName }: UserRow): UserRow {
  return known.content === null ? { ...known, at, content, by, byName } : known;
}

function replace(piece: Piece, key: string, touched: Touched): void {
  piece.replaced.add(key);
  const row = piece.rows.get(key);
  if (row) unlist(piece, row, touched);
}

/** A block that was cut by the border between the pieces becomes whole. */
function joinBlocks(older: Piece, newer: Piece, touched: Touched): void {
  const open = block(older, older.openBlock);
  const first = block(newer, newer.firstBlock);
  let merged: 'no' | 'at older' | 'at newer' = 'no';
  if (open && first && open.type === first.type) {
    const text = first.isGiven ? first.text : open.text + first.text;
    if (first.closedBy === null) {
      merged = 'at older';
      put(older, { ...open, text, state: first.state }, touched);
      drop(newer, first, touched);
      if (newer.openBlock === first.key) newer.openBlock = open.key;
    } else {
      merged = 'at newer';
      put(newer, { ...first, text, startedAt: open.startedAt }, touched);
      drop(older, open, touched);
    }
  } else if (open && newer.isBounded) {
    put(older, { ...open, state: 'closed' }, touched);
  }
  if (!newer.isBounded) newer.openBlock = older.openBlock;
  const isFirstGone = merged === 'at newer' && older.firstBlock === open?.key;
  if (older.isBounded && !isFirstGone) newer.firstBlock = older.firstBlock;
  newer.isBounded ||= older.isBounded;
}

function joinRetries(older: Piece, newer: Piece, touched: Touched): void {
  const open = retry(older, older.openRetry);
  const first = retry(newer, newer.firstRetry);
  if (open && first) {
    put(older, { ...open, retry: first.retry, isOver: first.isOver }, touched);
    drop(newer, first, touched);
    newer.firstRetry = null;
    if (newer.openRetry === first.key) newer.openRetry = open.key;
  } else if (open && newer.isActive) {
    put(older, { ...open, isOver: true }, touched);
  } else if (open) {
    if (newer.isUnderWay) put(older, { ...open, isOver: true }, touched);
    newer.openRetry = open.key;
  }
  newer.firstRetry = older.firstRetry ?? (older.isActive ? null : newer.firstRetry);
  newer.isActive ||= older.isActive;
  newer.isUnderWay ||= older.isUnderWay;
}

function block(piece: Piece, key: string | null): BlockRow | null {
  const row = key === null ? undefined : piece.rows.get(key);
  return row?.type === 'text' || row?.type === 'thinking' ? row : null;
}

function retry(piece: Piece, key: string | null): RetryRow | null {
  const row = key === null ? undefined : piece.rows.get(key);
  return row?.type === 'retry' ? row : null;
}
