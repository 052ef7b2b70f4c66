import { resizeBoxes } from './edits';
import { LARGEST } from './facts';
import type { Point, Rect } from './geometry';
import { followPointer, type Start } from './gestures';
import { type BoxKind, boxOf } from './model';
import type { Draft } from './scene';
import type { Whiteboard } from './whiteboard';

/** Which edges a handle moves: −1 the left or upper one, 1 the other, 0 none. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

const LEAST: Readonly<Record<BoxKind, number>> = { frame: 100, note: 80, shape: 32, text: 24 };

/** Makes a box larger or smaller with one of its handles; what lies in it stays where it is. */
export function resizeBox(whiteboard: Whiteboard, id: string, handle: Handle, start: Start): void {
  const { board, ui } = whiteboard;
  const from = whiteboard.toBoard(start);
  const draftAt = (event: PointerEvent): Draft | null => {
    const box = boxOf(board, id);
    if (!box) return null;
    const to = whiteboard.toBoard(event);
    const rect = pulled(box, handle, { x: to.x - from.x, y: to.y - from.y }, LEAST[box.kind]);
    // What is written on it must have room.
    const size = whiteboard.sizeAs({ ...box, ...rect });
    const next = { ...rect, ...(box.kind === 'text' ? { h: size.h } : size) };
    const children = board.children(id).flatMap((child) => boxOf(board, child) ?? []);
    return new Map([[id, next], ...children.map((child) => [child.id, keptBy(box, next, child)] as const)]);
  };
  followPointer(start, {
    move: (event) => {
      const draft = draftAt(event);
      if (draft) ui.setState({ draft });
    },
    end: (event) => {
      const draft = draftAt(event);
      whiteboard.letGo();
      if (draft) resizeBoxes(board, draft);
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
