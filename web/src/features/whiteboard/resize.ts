import { resizeBoxes } from './edits';
import { LARGEST } from './facts';
import { moved, type Point, type Rect } from './geometry';
import { followPointer, type Start } from './gestures';
import { type BoxKind, boxOf, originOf } from './model';
import { neighbours, REACH } from './neighbours';
import type { Draft } from './scene';
import { type Edges, type Guide, snapEdges } from './snap';
import type { Whiteboard } from './whiteboard';

/** Which edges a handle moves. */
export type Handle = Edges;

/** A box and what lies in it while it is pulled, and what it is in line with. */
interface Pulled {
  readonly draft: Draft;
  readonly guides: readonly Guide[];
}

/** Boxes end at whole pixels, others perhaps not. */
const IN_LINE = 0.5;
const LEAST: Readonly<Record<BoxKind, number>> = { frame: 100, note: 80, shape: 32, text: 24 };

/** Makes a box larger or smaller with one of its handles; what lies in it stays where it is. */
export function resizeBox(whiteboard: Whiteboard, id: string, handle: Handle, start: Start): void {
  const { board, ui } = whiteboard;
  const from = whiteboard.toBoard(start);
  const pullTo = (event: PointerEvent): Pulled | null => {
    const box = boxOf(board, id);
    if (!box) return null;
    const to = whiteboard.toBoard(event);
    const by = { x: to.x - from.x, y: to.y - from.y };
    const others = event.ctrlKey || event.metaKey ? [] : neighbours(whiteboard, [id]);
    const origin = originOf(board, box.parent);
    const loose = pulled(box, handle, by, LEAST[box.kind]);
    const line = snapEdges(moved(loose, origin), handle, others, REACH / whiteboard.zoom).by;
    const rect = pulled(box, handle, { x: by.x + line.x, y: by.y + line.y }, LEAST[box.kind]);
    // What is written on it must have room.
    const size = whiteboard.sizeAs({ ...box, ...rect });
    const next = { ...rect, ...(box.kind === 'text' ? { h: size.h } : size) };
    const children = board.children(id).flatMap((child) => boxOf(board, child) ?? []);
    return {
      draft: new Map([[id, next], ...children.map((child) => [child.id, keptBy(box, next, child)] as const)]),
      guides: snapEdges(moved(next, origin), handle, others, IN_LINE).guides,
    };
  };
  followPointer(start, {
    move: (event) => {
      const pull = pullTo(event);
      if (pull) ui.setState(pull);
    },
    end: (event) => {
      const pull = pullTo(event);
      whiteboard.letGo();
      if (pull) resizeBoxes(board, pull.draft);
    },
    cancel: () => whiteboard.letGo(),
  });
}

/** Returns a box whose edges a handle has pulled, not smaller than it may be. */
export function pulled(box: Rect, { x, y }: Handle, by: Point, least: number): Rect {
  const across = pull(box.x, box.w, x, by.x, least);
  const down = pull(box.y, box.h, y, by.y, least);
  return { x: across[0], y: down[0], w: across[1], h: down[1] };
}

function pull(start: number, length: number, side: Handle['x'], by: number, least: number): [number, number] {
  const next = Math.round(Math.min(LARGEST, Math.max(Math.min(least, length), length + side * by)));
  return [side < 0 ? start + length - next : start, side === 0 ? length : next];
}

/** Returns where a child must be for it not to move with the corner of its parent. */
function keptBy(before: Point, after: Point, { x, y, w, h }: Rect): Rect {
  return { x: x + before.x - after.x, y: y + before.y - after.y, w, h };
}
