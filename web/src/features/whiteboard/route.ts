import { encloses, inflated, middleOf, overlaps, type Point, type Rect } from './geometry';
import { allLines, type Lines, Search, simpleLines } from './route-grid';

/*
 * The way of one connector around the boxes near it: along the axes, with as few corners as can be, and then short.
 *
 * The server finds the same ways with the same arithmetic, in `crates/layout/src/route.rs`, where every step is explained.
 * Whoever changes one changes both; the golden vectors of the tests tell them apart.
 */

/** How far a way keeps from boxes, as far as it can, and how often an area is searched for that, a larger one each time. */
const TRIALS = [
  { margin: 12, areas: 4 },
  { margin: 4, areas: 1 },
  { margin: 0, areas: 1 },
];
/** What is farther from the two ends than this is looked at only if there is no way without. */
const REACH = 120;
/** With more boxes than this between its ends, a connector is a straight line. */
const MOST_OBSTACLES = 64;
/** How far a loop stands out, and half its height at most. */
const LOOP_OUT = 24;
const LOOP_RISE = 20;

/**
 * Returns the way from the border of one box to the border of the other. Of `obstacles`, those that contain an end or lie
 * within one do not count.
 */
export function route(from: Rect, to: Rect, obstacles: readonly Rect[]): Point[] {
  if (isSame(from, to)) return aroundItself(from);
  if (overlaps(from, to)) return beside(from, to);
  let area = inflated(union(from, to), REACH);
  for (const { margin, areas } of TRIALS) {
    for (let trial = 0; trial < areas; trial += 1) {
      const near = obstacles.filter((rect) => overlaps(rect, area) && counts(rect, from, to));
      if (near.length > MOST_OBSTACLES) return straight(from, to);
      const found = search(from, to, near, margin, area);
      if (found === 'shut in') break;
      if (found) return found;
      const wider = near.reduce((wider, rect) => union(wider, inflated(rect, REACH)), area);
      if (isSame(wider, area)) break;
      area = wider;
    }
  }
  return straight(from, to);
}

/** Returns a way, or `null` if there is none here; if an end is shut in it is no use to look farther. */
function search(from: Rect, to: Rect, near: readonly Rect[], margin: number, area: Rect) {
  const simple = simpleLines(from, to);
  if (![from, to].every((end) => canLeave(end, simple, near, margin))) return 'shut in';
  const way = new Search(from, to, simple).find(near, margin);
  if (way) return way;
  const full = new Search(from, to, allLines(simple, [...near, from, to], margin, area));
  return full.find(near, margin) ?? (full.isShutIn() ? 'shut in' : null);
}

function counts(obstacle: Rect, from: Rect, to: Rect): boolean {
  return [from, to].every((end) => !encloses(obstacle, end) && !encloses(end, obstacle));
}

/** Returns whether there is a side where a way can come out of a box. */
function canLeave(end: Rect, lines: Lines, obstacles: readonly Rect[], margin: number): boolean {
  const [middle, around] = [middleOf(end), inflated(end, margin)];
  const level = [middle.y, lines.level].filter((y) => y !== null);
  const upright = [middle.x, lines.upright].filter((x) => x !== null);
  const stubs = [
    ...level.flatMap((y) => [around.x, end.x + end.w].map((x) => ({ x, y, w: margin, h: 0 }))),
    ...upright.flatMap((x) => [around.y, end.y + end.h].map((y) => ({ x, y, w: 0, h: margin }))),
  ];
  return stubs.some((stub) => obstacles.every((rect) => !overlaps(inflated(rect, margin), stub)));
}

function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
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
