import type { LiveBoard } from '@/live/board';
import type { Edit } from '@/live/board-status';
import { mintId } from '@/live/id';
import { type Op, type Place, type Props, ROOT } from '@/live/wire';
import { dropOps, whole } from './adopt';
import { type Copied, copiesOf, pasteOps } from './copies';
import type { Point, Rect, Size } from './geometry';
import {
  type BoxKind,
  boxOf,
  CONNECTOR,
  type Color,
  type Geo,
  isBox,
  itemOf,
  originOf,
  type TextSize,
  textProp,
  topmost,
} from './model';
import type { Places } from './places';
import { kindName, short } from './reading';
import type { Draft } from './scene';

export type Board = Pick<LiveBoard, 'node' | 'children' | 'edit'>;

/** Adds a box at a place on the board, into a frame or none; returns its id. */
export function addBox(board: Board, kind: BoxKind, place: Rect, parent: string, props: Props = {}): string {
  const id = mintId();
  const op = createBox(board, id, kind, place, parent, props);
  board.edit(`Add ${kind === 'shape' ? (props.geo ?? 'shape') : kind}`, [op]);
  return id;
}

/** Adds a box and the connector that leads to it, as one change; returns the box's id. */
export function addLinkedBox(
  board: Board,
  from: string,
  kind: BoxKind,
  place: Rect,
  parent: string,
  props: Props,
): string {
  const id = mintId();
  const link: Op = { op: 'create', id: mintId(), kind: CONNECTOR, parent: ROOT, props: { from, to: id } };
  board.edit(`Add connected ${kind}`, [createBox(board, id, kind, place, parent, props), link]);
  return id;
}

/** Adds a note for each text, side by side, as one change. */
export function addNotes(
  board: Board,
  texts: readonly { readonly text: string; readonly place: Rect }[],
  parent: string,
): string[] {
  const notes = texts.map(({ text, place }) => ({ id: mintId(), text, place }));
  if (notes.length === 0) return [];
  board.edit(
    notes.length === 1 ? 'Paste a note' : `Paste ${notes.length} notes`,
    notes.map(({ id, text, place }) => createBox(board, id, 'note', place, parent, { text })),
  );
  return notes.map(({ id }) => id);
}

function createBox(board: Board, id: string, kind: BoxKind, place: Rect, parent: string, props: Props): Op {
  const origin = originOf(board, parent);
  const words: Props = kind === 'frame' ? { name: 'Frame' } : kind === 'shape' ? {} : { text: '' };
  const at = {
    x: whole(place.x - origin.x),
    y: whole(place.y - origin.y),
    w: whole(place.w),
    h: whole(place.h),
  };
  return { op: 'create', id, kind, parent, props: { ...words, ...at, ...props } };
}

/** Lets boxes go at their places on the board; returns whether anything moved. */
export function dropBoxes(board: Board, places: Places, dropped: ReadonlyMap<string, Rect>): boolean {
  const ops = dropOps(board, places, dropped);
  const moved = new Set(ops.map(({ id }) => id));
  if (moved.size > 0) board.edit(`Move ${these(board, moved)}`, ops);
  return moved.size > 0;
}

/** Moves boxes by an offset without asking what lies under them. */
export function nudge(board: Board, ids: Iterable<string>, by: Point): void {
  const ops = topmost(board, ids).flatMap((id): Op[] => {
    const box = boxOf(board, id);
    return box ? [{ op: 'update', id, props: { x: box.x + by.x, y: box.y + by.y } }] : [];
  });
  if (ops.length > 0)
    board.edit(
      `Move ${these(
        board,
        ops.map(({ id }) => id),
      )}`,
      ops,
    );
}

/** Gives boxes the places and sizes a hand has given them. */
export function resizeBoxes(board: Board, draft: Draft): void {
  const ops = [...draft].flatMap(([id, rect]): Op[] => {
    const box = boxOf(board, id);
    const next = { x: whole(rect.x), y: whole(rect.y), w: whole(rect.w), h: whole(rect.h) };
    const isSame = box && box.x === next.x && box.y === next.y && box.w === next.w && box.h === next.h;
    return !box || isSame ? [] : [{ op: 'update', id, props: next }];
  });
  const [first] = ops;
  if (first) board.edit(`Resize ${these(board, [first.id])}`, ops);
}

export function recolour(board: Board, ids: Iterable<string>, color: Color): void {
  change(board, 'Recolour', ids, (id) => (board.node(id)?.props.color === color ? null : { color }));
}

export function reshape(board: Board, ids: Iterable<string>, geo: Geo, grow: (id: string) => Size): void {
  change(board, 'Change the shape of', ids, (id) => {
    const box = boxOf(board, id);
    return box?.kind === 'shape' && box.geo !== geo ? { geo, ...grow(id) } : null;
  });
}

export function resizeText(
  board: Board,
  ids: Iterable<string>,
  size: TextSize,
  fitted: (id: string) => Size,
): void {
  change(board, 'Change the text size of', ids, (id) => {
    const box = boxOf(board, id);
    return box?.kind === 'text' && box.size !== size ? { size, ...fitted(id) } : null;
  });
}

function change(
  board: Board,
  verb: string,
  ids: Iterable<string>,
  propsFor: (id: string) => Props | null,
): void {
  const ops = [...ids].flatMap((id): Op[] => {
    const props = propsFor(id);
    return props ? [{ op: 'update', id, props }] : [];
  });
  if (ops.length > 0)
    board.edit(
      `${verb} ${these(
        board,
        ops.map(({ id }) => id),
      )}`,
      ops,
    );
}

/** Writes a merged text, and makes its box as large as that needs. */
export function writeText(board: Board, id: string, text: string, fromSeq: number, size: Size | null): Edit {
  const box = boxOf(board, id);
  // Only a shape may be without a text.
  const value = text === '' && box?.kind === 'shape' ? null : text;
  const ops: Op[] = [{ op: 'update', id, props: { text: value }, from_seq: fromSeq }];
  if (box && size && (size.w !== box.w || size.h !== box.h))
    ops.push({ op: 'update', id, props: { ...size } });
  return board.edit(`Write on ${these(board, [id])}`, ops);
}

/** Renames a frame, or labels a connector; a label may be taken away. */
export function rename(board: Board, id: string, line: string): void {
  const item = itemOf(board.node(id));
  if (!item || (isBox(item) && (item.kind !== 'frame' || line === ''))) return;
  const now = isBox(item) ? item.text : item.label;
  if (now === line) return;
  const props = { [textProp(item.kind)]: line === '' ? null : line };
  board.edit(`${isBox(item) ? 'Rename' : 'Label'} ${these(board, [id])}`, [{ op: 'update', id, props }]);
}

export function connect(board: Board, from: string, to: string): string {
  const id = mintId();
  board.edit('Connect', [{ op: 'create', id, kind: CONNECTOR, parent: ROOT, props: { from, to } }]);
  return id;
}

/** Binds one end of a connector to another box. */
export function reconnect(board: Board, id: string, end: 'from' | 'to', box: string): void {
  if (board.node(id)?.props[end] === box) return;
  board.edit('Reconnect', [{ op: 'update', id, props: { [end]: box, route: null } }]);
}

/** Deletes things with all that lies in them; connectors go with their ends. */
export function remove(board: Board, ids: Iterable<string>): Edit | null {
  const all = topmost(board, ids).filter((id) => board.node(id));
  if (all.length === 0) return null;
  // A connector that goes by itself must go before its end takes it along.
  const isBoxId = (id: string) => (board.node(id)?.kind === CONNECTOR ? 0 : 1);
  const ordered = all.toSorted((a, b) => isBoxId(a) - isBoxId(b));
  return board.edit(
    `Delete ${these(board, all)}`,
    ordered.map((id) => ({ op: 'delete', id })),
  );
}

/** Puts copies of things beside them, or where they were carried; returns the ids of those at the top. */
export function duplicate(board: Board, ids: Iterable<string>, by: Point): string[] {
  return paste(board, copiesOf(board, ids), by, ROOT, 'Duplicate');
}

export function paste(
  board: Board,
  copies: readonly Copied[],
  by: Point,
  parent: string,
  verb = 'Paste',
): string[] {
  const { ops, ids } = pasteOps(copies, by, { id: parent, origin: originOf(board, parent) });
  if (ops.length === 0) return [];
  board.edit(`${verb} ${ids.length === 1 ? 'one object' : `${ids.length} objects`}`, ops);
  return ids;
}

/** Brings things before all their siblings, or behind them; among each other they stay as they are. */
export function restack(board: Board, ids: Iterable<string>, to: 'front' | 'back'): void {
  const wanted = new Set(ids);
  const parents = new Set([...wanted].map((id) => board.node(id)?.parent ?? ROOT));
  const ops = [...parents].flatMap((parent): Op[] => {
    const siblings = board.children(parent);
    const chosen = siblings.filter((id) => wanted.has(id));
    const first = siblings.find((id) => !wanted.has(id));
    if (first === undefined) return [];
    const place: Place = to === 'front' ? {} : { before: first };
    return chosen.map((id) => ({ op: 'move', id, parent, ...place }));
  });
  if (ops.length > 0)
    board.edit(`${to === 'front' ? 'Bring to front' : 'Send to back'}: ${these(board, wanted)}`, ops);
}

/** Returns what to call some things in the name of a change. */
export function these(board: Board, ids: Iterable<string>): string {
  const all = [...ids];
  const item = all.length === 1 ? itemOf(board.node(all[0] ?? '')) : null;
  if (!item) return `${all.length} objects`;
  if (!isBox(item)) return item.label === '' ? 'a connector' : `connector “${short(item.label)}”`;
  const kind = kindName(item).toLowerCase();
  return item.text.trim() === '' ? `a ${kind}` : `${kind} “${short(item.text.trim())}”`;
}
