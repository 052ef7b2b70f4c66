import { encloses, inflated, middleOf, overlaps, type Point, type Rect, rectBetween } from './geometry';
import { allLines, Search, simpleLines } from './route-grid';
import { walk } from './route-walk';

/*
 * The way of one connector around the boxes near it: along the axes, with as few corners as can be, and then short.
 *
 * The server finds the same ways with the same arithmetic, in `crates/layout/src/route.rs`, where every step is explained.
 * Whoever changes one changes both; the golden vectors of the tests tell them apart.
 */

/** Boxes that ways go around. */
export interface Obstacles {
  /** Returns all that overlap an area; more does no harm. */
  near(area: Rect): Iterable<Rect>;
}

export const NO_OBSTACLES: Obstacles = { near: () => [] };

/** How far a way keeps from boxes: as far as it can. */
const MARGINS = [12, 4, 0];
/** When a last leg is too short for its arrow, and where a way comes in that leaves it room, if that is about as good. */
const SHORT = 22;
const ENTRY = { x: 22, y: 32 };
const GAIN = 8;
const DETOUR = 120;
const EASY = 4;
/** The places on grids that are looked at for the best way, and the steps that are tried for any way after that. */
const MOST_PLACES = 20_000;
const MOST_STEPS = 4_000;
/** How far a loop stands out, and half its height at most. */
const LOOP_OUT = 24;
const LOOP_RISE = 20;

/**
 * Returns the way from the border of one box to the border of the other. Of `obstacles`, those that contain an end or lie
 * within one do not count.
 */
export function route(from: Rect, to: Rect, obstacles: Obstacles): Point[] {
  if (isSame(from, to)) return aroundItself(from);
  if (overlaps(from, to)) return beside(from, to);
  const effort = { left: MOST_PLACES };
  for (const margin of MARGINS) {
    const field = { from, to, margin, near: (leg: Rect) => boxesNear(from, to, obstacles, margin, leg) };
    const best = around(field, inflated(to, margin), effort);
    const way = best ?? (effort.left === 0 ? walk(field, MOST_STEPS) : null);
    if (way) return roomier(from, to, obstacles, way, effort) ?? way;
  }
  return straight(from, to);
}

/** Returns a way that leaves more room for the arrow, if this one leaves too little and the other is about as good. */
function roomier(
  from: Rect,
  to: Rect,
  obstacles: Obstacles,
  way: readonly Point[],
  effort: { left: number },
): Point[] | null {
  const last = length(way.slice(-2));
  if (way.length === 2 || last >= SHORT) return null;
  const [margin = 0] = MARGINS;
  const field = { from, to, margin, near: (leg: Rect) => boxesNear(from, to, obstacles, margin, leg) };
  const { x, y, w, h } = to;
  const entry = { x: x - ENTRY.x, y: y - ENTRY.y, w: w + 2 * ENTRY.x, h: h + 2 * ENTRY.y };
  const other = around(field, entry, effort);
  if (!other) return null;
  const isEasy = other.length <= Math.max(way.length, EASY) && length(other) <= length(way) + DETOUR;
  return isEasy && length(other.slice(-2)) >= last + GAIN ? other : null;
}

function length(way: readonly Point[]): number {
  let sum = 0;
  for (const [index, { x, y }] of way.entries()) {
    const before = way[index - 1];
    if (before) sum += Math.abs(before.x - x) + Math.abs(before.y - y);
  }
  return sum;
}

/** Two ends, and what lies between them. */
export interface Field {
  readonly from: Rect;
  readonly to: Rect;
  readonly margin: number;
  /** Returns the boxes, with no margin, that a straight leg may run into. */
  near(leg: Rect): Rect[];
}

function boxesNear(from: Rect, to: Rect, obstacles: Obstacles, margin: number, leg: Rect): Rect[] {
  const found: Rect[] = [];
  for (const rect of obstacles.near(inflated(leg, margin + 1))) {
    if (overlaps(inflated(rect, margin), leg) && counts(rect, from, to)) found.push(rect);
  }
  return found;
}

/**
 * Finds the way around those boxes alone that turn out to be in the way, which comes through `entry` only to end there.
 * Where it takes too long, nothing is left.
 */
function around({ from, to, margin, near }: Field, entry: Rect, effort: { left: number }): Point[] | null {
  const met: Rect[] = [];
  const simple = simpleLines(from, to);
  for (;;) {
    const full = allLines(simple, [...met, from], margin, entry);
    effort.left = Math.max(effort.left - full.xs.length * full.ys.length, 0);
    if (effort.left === 0) return null;
    const way =
      new Search(from, to, simple).find(met, margin, entry) ??
      new Search(from, to, full).find(met, margin, entry);
    if (!way) return null;
    const before = met.length;
    for (const [index, end] of way.entries()) {
      const start = way[index - 1];
      if (!start) continue;
      for (const rect of near(rectBetween(start, end))) {
        if (!met.some((known) => isSame(known, rect))) met.push(rect);
      }
    }
    if (met.length === before) return way;
  }
}

function counts(obstacle: Rect, from: Rect, to: Rect): boolean {
  return [from, to].every((end) => !encloses(obstacle, end) && !encloses(end, obstacle));
}

/** Returns the loop of a connector that ends where it began. */
function aroundItself(rect: Rect): Point[] {
  const [middle, rise] = [middleOf(rect).y, Math.min(LOOP_RISE, rect.h / 4)];
  return loop(rect.x + rect.w, rect.x + rect.w + LOOP_OUT, rect.x + rect.w, middle - rise, middle + rise);
}

/** Returns a way at the right side of two boxes that overlap. */
function beside(from: Rect, to: Rect): Point[] {
  const [start, end] = [from.x + from.w, to.x + to.w];
  let [first, last] = [middleOf(from).y, middleOf(to).y];
  if (Math.abs(first - last) < 1) {
    first -= Math.min(LOOP_RISE, from.h / 4);
    last += Math.min(LOOP_RISE, to.h / 4);
  }
  return loop(start, Math.max(start, end) + LOOP_OUT, end, first, last);
}

function loop(start: number, out: number, end: number, first: number, last: number): Point[] {
  return [
    { x: start, y: first },
    { x: out, y: first },
    { x: out, y: last },
    { x: end, y: last },
  ];
}

/** Returns the straight line between two boxes. */
function straight(from: Rect, to: Rect): Point[] {
  return [border(from, middleOf(to)), border(to, middleOf(from))];
}

/** Returns where the line from the middle of a box to a point leaves the box. */
function border(rect: Rect, towards: Point): Point {
  const middle = middleOf(rect);
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y];
  const across = dx === 0 ? Infinity : rect.w / 2 / Math.abs(dx);
  const along = dy === 0 ? Infinity : rect.h / 2 / Math.abs(dy);
  const part = Math.min(across, along, 1);
  return { x: middle.x + dx * part, y: middle.y + dy * part };
}

function isSame(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}
