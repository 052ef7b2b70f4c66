import { middleOf, type Point, type Rect } from './geometry';
import type { Geo } from './model';
import { CORNERS } from './outline';

/* Where lines meet outlines, as in `crates/layout/src/geo/touch.rs`. */

/** A box with its outline. */
export interface Outlined {
  readonly geo: Geo;
  readonly rect: Rect;
}

/** A round outline is taken for one of so many straight pieces, which is exact to a fraction of a pixel. */
const PIECES = 64;
/** How far a line goes into a box to meet its outline, as a part of the way across. */
const DEEPEST = 0.6;

/** Leads the ends of a way, which lie on the borders of two boxes, on to the outlines within. */
export function touched(way: readonly Point[], from: Outlined, to: Outlined): readonly Point[] {
  if (from.geo === 'rectangle' && to.geo === 'rectangle') return way;
  const [first, second] = way;
  if (!first || !second) return way;
  const led = [met(from, second, first), ...way.slice(1)];
  const [before, last] = led.slice(-2);
  return before && last ? [...led.slice(0, -1), met(to, before, last)] : led;
}

/** Returns where the line from `before` to `end` and on meets the outline; `end` itself if it does not. */
function met({ geo, rect }: Outlined, before: Point, end: Point): Point {
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  if (geo === 'rectangle' || length === 0) return end;
  const [dx, dy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const deepest = DEEPEST * (rect.w * Math.abs(dx) + rect.h * Math.abs(dy));
  const corners = outlineOf(geo, rect);
  let nearest = Infinity;
  for (const [index, a] of corners.entries()) {
    const far = distance(end, { x: dx, y: dy }, a, corners[(index + 1) % corners.length] ?? a);
    if (far <= deepest) nearest = Math.min(nearest, far);
  }
  return Number.isFinite(nearest) ? { x: end.x + dx * nearest, y: end.y + dy * nearest } : end;
}

/** Returns how far away in a direction the line between two points is. */
function distance(start: Point, { x: dx, y: dy }: Point, a: Point, b: Point): number {
  const [sx, sy] = [b.x - a.x, b.y - a.y];
  const turn = dx * sy - dy * sx;
  const far = ((a.x - start.x) * sy - (a.y - start.y) * sx) / turn;
  const along = ((a.x - start.x) * dy - (a.y - start.y) * dx) / turn;
  return turn !== 0 && far >= 0 && along >= 0 && along <= 1 ? far : Infinity;
}

/** Returns the corners of an outline, round ones in small pieces. */
function outlineOf(geo: Geo, rect: Rect): Point[] {
  const at = (x: number, y: number) => ({ x: rect.x + x * rect.w, y: rect.y + y * rect.h });
  switch (geo) {
    case 'ellipse':
    case 'cloud':
      return ring((cos, sin) => at(0.5 + cos / 2, 0.5 + sin / 2));
    case 'oval': {
      // Two half circles, as far apart as the box is longer than wide.
      const [middle, radius] = [middleOf(rect), Math.min(rect.w, rect.h) / 2];
      const side = (turn: number, rest: number) => turn * radius + Math.sign(turn) * rest;
      return ring((cos, sin) => ({
        x: middle.x + side(cos, rect.w / 2 - radius),
        y: middle.y + side(sin, rect.h / 2 - radius),
      }));
    }
    case 'cylinder':
      return ring((cos, sin) => at(0.5 + cos / 2, 0.5 + sin * 0.1 + Math.sign(sin) * 0.4));
    case 'document':
      // The wave swings about this line.
      return [at(0, 0), at(1, 0), at(1, 0.915), at(0, 0.915)];
    default:
      return (CORNERS[geo] ?? []).map(([x, y]) => at(x, y));
  }
}

function ring(at: (cos: number, sin: number) => Point): Point[] {
  // Half a piece aside, so that no corner lies just where its sign is a matter of rounding.
  return Array.from({ length: PIECES }, (_, piece) => {
    const angle = ((piece + 0.5) / PIECES) * 2 * Math.PI;
    return at(Math.cos(angle), Math.sin(angle));
  });
}
