import { inflated, overlaps, type Point, type Rect, rectBetween } from './geometry';
import type { Field } from './route';

/* Cuts corners that nothing asks for, as in `crates/layout/src/route/straighten.rs`. */

/** Leads a way straight on wherever one corner can stand for several. */
export function straightened(field: Field, found: readonly Point[]): Point[] {
  let way = cleaned(found);
  for (let first = 0; first + 3 < way.length; ) {
    const shorter = shortened(field, way, first);
    if (shorter) way = cleaned(shorter);
    else first += 1;
  }
  return way;
}

function shortened(field: Field, way: readonly Point[], first: number): Point[] | null {
  for (let last = way.length - 1; last >= first + 3; last -= 1) {
    const corner = shortcut(field, way, first, last);
    if (corner) return [...way.slice(0, first + 1), corner, ...way.slice(last)];
  }
  return null;
}

/** Returns the one corner over which a way can go on from one of its places to another, in the directions it has there. */
function shortcut(field: Field, way: readonly Point[], first: number, last: number): Point | null {
  const [start, next, before, end] = [way[first], way[first + 1], way[last - 1], way[last]];
  if (!start || !next || !before || !end) return null;
  const isLevel = start.y === next.y;
  if (isLevel === (before.y === end.y)) return null;
  const corner = isLevel ? { x: end.x, y: start.y } : { x: start.x, y: end.y };
  const [leaves, enters] = [first === 0, last + 1 === way.length];
  // An end keeps the side where the way comes out.
  const keepsSide = (end: Point, next: Point) =>
    (next.x - end.x) * (corner.x - end.x) + (next.y - end.y) * (corner.y - end.y) > 0;
  if ((leaves && !keepsSide(start, next)) || (enters && !keepsSide(end, before))) return null;
  const { from, to, margin } = field;
  const isOutside = (end: Rect) => !overlaps(inflated(end, margin), { ...corner, w: 0, h: 0 });
  const isClear =
    isOutside(from) &&
    isOutside(to) &&
    isFree(field, start, corner, leaves ? [to] : [from, to]) &&
    isFree(field, corner, end, enters ? [from] : [from, to]);
  return isClear ? corner : null;
}

function isFree({ near, margin }: Field, a: Point, b: Point, ends: readonly Rect[]): boolean {
  const leg = rectBetween(a, b);
  return [...near(leg), ...ends].every((rect) => !overlaps(inflated(rect, margin), leg));
}

/** Drops points that are no corners. */
function cleaned(way: readonly Point[]): Point[] {
  const clean: Point[] = [];
  for (const point of way) {
    while (isStraight(clean.at(-2), clean.at(-1), point)) clean.pop();
    const last = clean.at(-1);
    if (last?.x !== point.x || last?.y !== point.y) clean.push(point);
  }
  return clean;
}

function isStraight(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return false;
  return (a.x === b.x && b.x === c.x) || (a.y === b.y && b.y === c.y);
}
