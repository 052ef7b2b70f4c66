import type { Point, Rect } from './geometry';

/** How far a way goes straight out of a box before it turns. */
const STUB = 20;

/** Finds a way of straight lines from one box to another, from border to border. */
export function route(from: Rect, to: Rect, _obstacles: readonly Rect[]): Point[] {
  const [a, b] = [center(from), center(to)];
  const apartX = Math.max(to.x - (from.x + from.w), from.x - (to.x + to.w));
  const apartY = Math.max(to.y - (from.y + from.h), from.y - (to.y + to.h));
  if (apartX <= 0 && apartY <= 0) return [a, b];
  if (apartX >= apartY) {
    const forward = b.x >= a.x;
    const start = { x: forward ? from.x + from.w : from.x, y: a.y };
    const end = { x: forward ? to.x : to.x + to.w, y: b.y };
    if (Math.abs(start.y - end.y) < 1) return [start, end];
    const turn = apartX < 2 * STUB ? (start.x + end.x) / 2 : end.x + (forward ? -STUB : STUB);
    const x = apartX < 2 * STUB ? turn : (start.x + end.x) / 2;
    return [start, { x, y: start.y }, { x, y: end.y }, end];
  }
  const down = b.y >= a.y;
  const start = { x: a.x, y: down ? from.y + from.h : from.y };
  const end = { x: b.x, y: down ? to.y : to.y + to.h };
  if (Math.abs(start.x - end.x) < 1) return [start, end];
  const y = (start.y + end.y) / 2;
  return [start, { x: start.x, y }, { x: end.x, y }, end];
}

function center({ x, y, w, h }: Rect): Point {
  return { x: x + w / 2, y: y + h / 2 };
}
