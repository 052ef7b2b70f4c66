import type { Point, Rect, Size } from './geometry';
import { inflated } from './geometry';

/* Where on its way a label stands, as in `crates/layout/src/route/label.rs`. */

/** What is kept free between a label and a box, where there is room. */
const CLEARANCES = [4, 0];
/** Where on a straight part a label is tried, as parts of its length. */
const TRIALS = [0.5, 0.375, 0.625, 0.25, 0.75, 0.125, 0.875];

type Part = readonly [start: Point, end: Point];

/**
 * Returns where the middle of a label is: on the longest straight part of its way where it lies on no box, as near to the
 * middle of that part as can be. Where every place is taken, the middle of the longest part that touches neither end is as
 * good as any.
 */
export function labelPlace(way: readonly Point[], { w, h }: Size, isTaken: (rect: Rect) => boolean): Point {
  const parts = way.slice(1).map((end, index): Part => [way[index] ?? end, end]);
  const places = longestFirst(parts).flatMap((part) => TRIALS.map((trial) => at(part, trial)));
  for (const clearance of CLEARANCES) {
    const free = places.find(
      ({ x, y }) => !isTaken(inflated({ x: x - w / 2, y: y - h / 2, w, h }, clearance)),
    );
    if (free) return free;
  }
  const [longest] = longestFirst(parts.length > 2 ? parts.slice(1, -1) : parts);
  return longest ? at(longest, 0.5) : (way[0] ?? { x: 0, y: 0 });
}

/** Sorts parts by their length. They run along the axes, or there is one alone. */
function longestFirst(parts: readonly Part[]): Part[] {
  const length = ([start, end]: Part) => Math.abs(end.x - start.x) + Math.abs(end.y - start.y);
  return parts.toSorted((a, b) => length(b) - length(a));
}

function at([start, end]: Part, part: number): Point {
  return { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
}
