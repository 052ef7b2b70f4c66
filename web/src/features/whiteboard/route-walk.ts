import { inflated, middleOf, type Point, type Rect, rectBetween } from './geometry';
import { Heap } from './heap';
import type { Field } from './route';
import { between, common } from './route-grid';
import { straightened } from './route-straighten';

/* A way that is felt out where boxes stand close, as in `crates/layout/src/route/walk.rs`. */

/** So long a detour is worth a corner less. */
const CORNER = 120;

type Axis = 0 | 1;

/** Along which axis one goes, and whether to larger numbers (1) or to smaller ones (-1). */
interface Heading {
  readonly axis: Axis;
  readonly sign: 1 | -1;
}

/** A point, where one goes from there, and how one came there. */
interface Step {
  readonly at: Point;
  /** Nothing at the end of the way. */
  readonly heading: Heading | null;
  /** What the way runs along from here. */
  readonly beside: Rect | null;
  readonly cost: number;
  readonly before: Step | null;
}

const HEADINGS: readonly Heading[] = [
  { axis: 0, sign: 1 },
  { axis: 0, sign: -1 },
  { axis: 1, sign: 1 },
  { axis: 1, sign: -1 },
];

/** Returns a way, if one can be found in so many steps. */
export function walk(field: Field, most: number): Point[] | null {
  const search = new Walk(field);
  for (let tried = 0; tried < most; tried += 1) {
    const step = search.next();
    if (!step) return null;
    if (!step.heading) return straightened(field, traced(step));
    search.go(step, step.heading);
  }
  return null;
}

class Walk {
  readonly #field: Field;
  /** The lines, of each axis, on which ways come out of the first end, and into the last. */
  readonly #exits: readonly [number[], number[]] = [[], []];
  readonly #entries: readonly [number[], number[]] = [[], []];
  /** Where it is worth turning, from left to right and from top to bottom. */
  readonly #turns: readonly [number[], number[]] = [[], []];
  readonly #open = new Heap<Step>();
  readonly #seen = new Set<string>();

  constructor(field: Field) {
    this.#field = field;
    const { from, to, margin } = field;
    for (const axis of [0, 1] as const) {
      const [first, last] = [span(from, axis), span(to, axis)];
      const [shared, middle] = [common(...first, ...last), between(...first, ...last)];
      const ends = [first, last].flatMap(([low, high]) => [low - margin, high + margin]);
      const turns = [middle, shared, place(middleOf(to), axis), ...ends];
      this.#turns[axis].push(...turns.filter((turn) => turn !== null));
      // A line along one axis has its place on the other.
      for (const [end, doors] of [[from, this.#exits] as const, [to, this.#entries] as const]) {
        doors[other(axis)].push(...(shared === null ? [] : [shared]), place(middleOf(end), axis));
      }
    }
    for (const heading of HEADINGS) {
      for (const line of this.#exits[heading.axis]) {
        const at = point(heading.axis, farSide(heading, from), line);
        this.#push({ at, heading, beside: null, cost: 0, before: null });
      }
    }
  }

  /** Takes what may become the shortest way, and has not been tried. */
  next(): Step | null {
    for (;;) {
      const step = this.#open.pop();
      if (!step?.heading) return step;
      const key = keyOf(step, step.heading);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      return step;
    }
  }

  /** Goes straight on, and turns wherever that may lead somewhere. */
  go(step: Step, heading: Heading): void {
    const { from, to, margin } = this.#field;
    this.#arrive(step, heading);
    const leaves = step.before === null;
    const here = place(step.at, heading.axis);
    // A way turns outside of the margin of the end it leaves, and so does not turn back into it.
    const free = leaves ? farSide(heading, inflated(from, margin)) : here;
    const isAhead = (turn: number) => isAfter(heading, turn, here) && !isAfter(heading, free, turn);
    const turns = this.#turns[heading.axis].filter(isAhead);
    const side = step.beside && farSide(heading, step.beside);
    const corner = side !== null && isAhead(side) ? side : null;
    if (corner !== null) turns.push(corner);
    if (leaves && margin === 0) turns.push(here);
    if (turns.length === 0) return;
    const last = turns.reduce((a, b) => (isAfter(heading, b, a) ? b : a));
    const met = this.#first(step, heading, last, leaves ? [to] : [to, from]);
    if (met && !isAfter(heading, free, met.place)) this.#turn(step, heading, met.place, met.rect);
    for (const turn of turns) {
      if (met && !isAfter(heading, met.place, turn)) continue;
      this.#turn(step, heading, turn, turn === corner ? step.beside : null);
    }
  }

  #turn(step: Step, heading: Heading, turn: number, beside: Rect | null): void {
    const axis = other(heading.axis);
    const at = point(heading.axis, turn, place(step.at, axis));
    const cost = step.cost + Math.abs(turn - place(step.at, heading.axis)) + CORNER;
    for (const sign of [1, -1] as const) {
      this.#push({ at, heading: { axis, sign }, beside, cost, before: step });
    }
  }

  /** Ends the way if nothing is between a step and a door of the last end. */
  #arrive(step: Step, heading: Heading): void {
    const { from, to } = this.#field;
    const [here, line] = [place(step.at, heading.axis), place(step.at, other(heading.axis))];
    const door = nearSide(heading, to);
    if (!this.#entries[heading.axis].includes(line) || isAfter(heading, here, door)) return;
    if (this.#first(step, heading, door, step.before === null ? [] : [from])) return;
    const at = point(heading.axis, door, line);
    const cost = step.cost + Math.abs(door - here);
    this.#push({ at, heading: null, beside: null, cost, before: step });
  }

  /** Returns the first box that one meets on the way to `last`, with its margin, and where. */
  #first(step: Step, heading: Heading, last: number, ends: readonly Rect[]) {
    const [here, line] = [place(step.at, heading.axis), place(step.at, other(heading.axis))];
    const leg = rectBetween(step.at, point(heading.axis, last, line));
    let first: { place: number; rect: Rect } | null = null;
    for (const box of [...this.#field.near(leg), ...ends]) {
      const rect = inflated(box, this.#field.margin);
      const [low, high] = span(rect, other(heading.axis));
      const [near, far] = [nearSide(heading, rect), farSide(heading, rect)];
      if (!(low < line && line < high && isAfter(heading, far, here) && isAfter(heading, last, near)))
        continue;
      const met = isAfter(heading, near, here) ? near : here;
      // Of two that are met at once one is taken, whatever order they came in.
      const isFirst =
        !first ||
        isAfter(heading, first.place, met) ||
        (!isAfter(heading, met, first.place) && isBefore(rect, first.rect));
      if (isFirst) first = { place: met, rect };
    }
    return first;
  }

  #push(step: Step): void {
    this.#open.push(step.cost + (step.heading ? this.#rest(step.at) : 0), step);
  }

  /** Returns how long the rest of the way is at least. */
  #rest(at: Point): number {
    let least = Infinity;
    for (const axis of [0, 1] as const) {
      const [low, high] = span(this.#field.to, axis);
      const along = place(at, axis);
      for (const line of this.#entries[axis]) {
        const across = Math.abs(place(at, other(axis)) - line);
        least = Math.min(least, across + Math.min(Math.abs(along - low), Math.abs(along - high)));
      }
    }
    return least;
  }
}

/** Returns the corners of the way to a step, and its two ends. */
function traced(last: Step): Point[] {
  const way: Point[] = [];
  for (let step: Step | null = last; step; step = step.before) way.push(step.at);
  return way.reverse();
}

/** Returns what tells a step from others. */
function keyOf({ at, beside }: Step, heading: Heading): string {
  const corner = beside ? farSide(heading, beside) : '';
  return `${at.x} ${at.y} ${heading.axis} ${heading.sign} ${corner}`;
}

function isBefore(a: Rect, b: Rect): boolean {
  const differing = (['x', 'y', 'w', 'h'] as const).find((side) => a[side] !== b[side]);
  return differing !== undefined && a[differing] < b[differing];
}

/** Returns the side of a box that one comes to last. */
function farSide({ axis, sign }: Heading, rect: Rect): number {
  const [low, high] = span(rect, axis);
  return sign > 0 ? high : low;
}

function nearSide({ axis, sign }: Heading, rect: Rect): number {
  const [low, high] = span(rect, axis);
  return sign > 0 ? low : high;
}

/** Returns whether one comes to `later` after `earlier`. */
function isAfter({ sign }: Heading, later: number, earlier: number): boolean {
  return (later - earlier) * sign > 0;
}

/** Returns where a box begins and ends, from left to right or from top to bottom. */
function span({ x, y, w, h }: Rect, axis: Axis): [low: number, high: number] {
  return axis === 0 ? [x, x + w] : [y, y + h];
}

function other(axis: Axis): Axis {
  return axis === 0 ? 1 : 0;
}

function place({ x, y }: Point, axis: Axis): number {
  return axis === 0 ? x : y;
}

function point(axis: Axis, along: number, across: number): Point {
  return axis === 0 ? { x: along, y: across } : { x: across, y: along };
}
