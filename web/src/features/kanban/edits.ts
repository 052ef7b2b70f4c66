import { columnSettings } from '@/lib/columns';
import type { LiveBoard } from '@/live/board';
import type { Edit } from '@/live/board-status';
import { mintId } from '@/live/id';
import { type BoardNode, type Op, type Place, type Props, ROOT } from '@/live/wire';
import {
  CARD,
  COLUMN,
  type ColumnSettings,
  columnOf,
  columnsOf,
  nameOf,
  quoted,
  settingsOf,
  titleOf,
} from './model';
import { isSamePlace } from './place';

type Board = Pick<LiveBoard, 'node' | 'children' | 'edit' | 'status' | 'cards'>;

/** Adds cards at the foot of a column, as one change; returns their ids. */
export function addCards(board: Board, column: string, titles: readonly string[]): readonly string[] {
  const cards = titles.map((title) => ({ id: mintId(), title }));
  const [first] = cards;
  if (!first) return [];
  const label = cards.length === 1 ? `Add ${quoted(first.title)}` : `Add ${cards.length} cards`;
  board.edit(
    label,
    cards.map(({ id, title }) => ({ op: 'create', id, kind: CARD, parent: column, props: { title } })),
  );
  return cards.map(({ id }) => id);
}

export function renameCard(board: Board, id: string, title: string): void {
  if (board.node(id) && titleOf(board.node(id)) !== title) {
    board.edit(`Rename ${quoted(titleOf(board.node(id)))}`, [{ op: 'update', id, props: { title } }]);
  }
}

/** Moves a card, unless it is there already; returns whether it moved. */
export function moveCard(board: Board, id: string, column: string, place: Place): boolean {
  const node = board.node(id);
  if (!node || !board.node(column)) return false;
  if (node.parent === column && isSamePlace(board.children(column), id, place)) return false;
  const where = node.parent === column ? '' : ` to ${nameOf(board.node(column))}`;
  board.edit(`Move ${quoted(titleOf(node))}${where}`, [{ op: 'move', id, parent: column, ...place }]);
  if (node.parent !== column) expectStart(board, id, column);
  return true;
}

/** Where a drop starts an agent, that is seen at once; without a connection nothing starts yet. */
function expectStart(board: Board, id: string, column: string): void {
  const { mode, autoStart } = columnSettings(board.node(column));
  if (mode !== null && autoStart && board.status().phase === 'live')
    board.cards.expectStart(id, column, mode);
}

/** Deletes a card, or a column with its cards. */
export function deleteItem(board: Board, node: BoardNode): Edit {
  const name = node.kind === CARD ? quoted(titleOf(node)) : `column ${quoted(nameOf(node))}`;
  return board.edit(`Delete ${name}`, [{ op: 'delete', id: node.id }]);
}

/** Writes a text that started from the one at `fromSeq`, so that the server merges what others wrote since. */
export function writeText(board: Board, id: string, prop: string, text: string, fromSeq: number): Edit {
  const node = board.node(id);
  const name = node?.kind === CARD ? quoted(titleOf(node)) : `column ${quoted(nameOf(node))}`;
  const props = { [prop]: text === '' ? null : text };
  return board.edit(`Edit ${name}`, [{ op: 'update', id, props, from_seq: fromSeq }]);
}

export function addColumn(board: Board, name: string): string {
  const id = mintId();
  board.edit(`Add column ${quoted(name)}`, [
    { op: 'create', id, kind: COLUMN, parent: ROOT, props: { name } },
  ]);
  return id;
}

export function renameColumn(board: Board, id: string, name: string): void {
  const node = board.node(id);
  if (!node || nameOf(node) === name) return;
  board.edit(`Rename column ${quoted(nameOf(node))}`, [{ op: 'update', id, props: { name } }]);
}

export function moveColumn(board: Board, id: string, place: Place): boolean {
  const node = board.node(id);
  if (!node || isSamePlace(columnsOf(board), id, place)) return false;
  board.edit(`Move column ${quoted(nameOf(node))}`, [{ op: 'move', id, ...place }]);
  return true;
}

/** Changes what differs in a column's settings; `fromSeq` is when its prompt was read. */
export function changeSettings(board: Board, id: string, next: ColumnSettings, fromSeq: number): Edit | null {
  const node = board.node(id);
  if (!node) return null;
  const now = settingsOf(node);
  const props: Record<string, unknown> = {};
  if (next.mode !== now.mode) props.mode = next.mode;
  if (next.autoStart !== now.autoStart) props.auto_start = next.autoStart || null;
  if (next.approveTo !== now.approveTo) props.approve_to = next.approveTo;
  const ops: Op[] = Object.keys(props).length > 0 ? [{ op: 'update', id, props }] : [];
  if (next.prompt !== now.prompt) {
    const prompt: Props = { prompt: next.prompt === '' ? null : next.prompt };
    ops.push({ op: 'update', id, props: prompt, from_seq: fromSeq });
  }
  return ops.length === 0 ? null : board.edit(`Change column ${quoted(nameOf(node))}`, ops);
}

/** Returns the place of a neighbour `step` columns away, or `null` beyond the edge. */
export function columnStep(board: Board, id: string, step: -1 | 1): Place | null {
  const columns = columnsOf(board);
  const neighbour = columns[columns.indexOf(id) + step];
  if (neighbour === undefined) return null;
  return step < 0 ? { before: neighbour } : { after: neighbour };
}

/** Returns the column `step` columns away from the card's. */
export function columnBeside(board: Board, card: string, step: -1 | 1): string | null {
  const columns = columnsOf(board);
  const column = columnOf(board, card);
  return column === null ? null : (columns[columns.indexOf(column) + step] ?? null);
}
