import { inflated, middleOf, type Point, type Rect } from './geometry';

/* A way on a grid of lines that are worth running along, as in `crates/layout/src/route/grid.rs`. */

/** A way with more corners is no use to anybody. */
const MOST_CORNERS = 24;
/** Two boxes whose middles differ by less than this part of the smaller side get one straight line. */
const NEARLY_IN_LINE = 0.25;

/** The lines of a grid, and the two that lead straight from one end to the other, if the ends are nearly in line. */
export interface Lines {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly upright: number | null;
  readonly level: number | null;
}

/**
 * Returns the few lines on which the simplest ways are: straight on, with one corner, or with two in the middle; and the
 * borders of the ends, so that no piece lies half within one.
 */
export function simpleLines(from: Rect, to: Rect): Lines {
  const across = [from.x, from.x + from.w, to.x, to.x + to.w] as const;
  const along = [from.y, from.y + from.h, to.y, to.y + to.h] as const;
  const [upright, level] = [common(...across), common(...along)];
  const [a, b] = [middleOf(from), middleOf(to)];
  const xs = sorted([...across, a.x, b.x, upright, between(...across)]);
  return { xs, ys: sorted([...along, a.y, b.y, level, between(...along)]), upright, level };
}

/** Returns the lines around some boxes, and around where the way comes in, as well. */
export function allLines(simple: Lines, boxes: readonly Rect[], margin: number, entry: Rect): Lines {
  const [xs, ys] = [[...simple.xs], [...simple.ys]];
  for (const { x, y, w, h } of [...boxes.map((box) => inflated(box, margin)), entry]) {
    xs.push(x, x + w);
    ys.push(y, y + h);
  }
  return { ...simple, xs: sorted(xs), ys: sorted(ys) };
}

/** Returns the middle of what two spans share, if their middles are nearly the same. */
export function common(a: number, b: number, c: number, d: number): number | null {
  const [first, second] = [a + (b - a) / 2, c + (d - c) / 2];
  const difference = Math.max(first - second, second - first);
  const [start, end] = [Math.max(a, c), Math.min(b, d)];
  const isNear = difference > 0 && difference <= Math.min(b - a, d - c) * NEARLY_IN_LINE;
  return isNear ? start + (end - start) / 2 : null;
}

/** Returns the middle between two spans, if there is something between them. */
export function between(a: number, b: number, c: number, d: number): number | null {
  const [start, end] = [Math.min(b, d), Math.max(a, c)];
  return start < end ? start + (end - start) / 2 : null;
}

function sorted(lines: readonly (number | null)[]): number[] {
  const numbers = lines.filter((line) => line !== null).sort((a, b) => a - b);
  return numbers.filter((line, index) => index === 0 || line !== numbers[index - 1]);
}

/** Pieces of a way are level or upright. */
const LEVEL = 0;
const UPRIGHT = 1;
type Axis = typeof LEVEL | typeof UPRIGHT;
type Pair<T> = readonly [T, T];

/** What searches write into. A drag makes many of them every frame, and new arrays would cost more than the search. */
let memory = newMemory(0);

function newMemory(places: number) {
  const pair = <T>(make: () => T): Pair<T> => [make(), make()];
  return {
    places,
    blocked: pair(() => new Uint8Array(places)),
    length: pair(() => new Float64Array(places)),
    origin: pair(() => new Int32Array(places)),
  };
}

/**
 * A search on a grid. There is one at a time: a new one takes the memory of the one before.
 * Level by level, a level being one corner more, every place that can be reached gets the length of the shortest way there.
 */
export class Search {
  readonly #from: Rect;
  readonly #to: Rect;
  readonly #lines: Lines;
  readonly #columns: number;
  /** For each place, whether the piece to the next place to the right, or below, is blocked. */
  readonly #blocked: Pair<Uint8Array>;
  /** How long the way to each place is, and where on this line it began; -1 if nobody has been there. */
  readonly #length: Pair<Float64Array>;
  readonly #origin: Pair<Int32Array>;
  /** The places that were reached on the last level, on each axis. */
  #reached: Pair<number[]> = [[], []];

  constructor(from: Rect, to: Rect, lines: Lines) {
    [this.#from, this.#to, this.#lines] = [from, to, lines];
    this.#columns = lines.xs.length;
    const places = lines.xs.length * lines.ys.length;
    if (memory.places < places) memory = newMemory(2 * places);
    this.#blocked = [
      memory.blocked[0].subarray(0, places).fill(0),
      memory.blocked[1].subarray(0, places).fill(0),
    ];
    this.#length = [
      memory.length[0].subarray(0, places).fill(Infinity),
      memory.length[1].subarray(0, places).fill(Infinity),
    ];
    this.#origin = [
      memory.origin[0].subarray(0, places).fill(-1),
      memory.origin[1].subarray(0, places).fill(-1),
    ];
  }

  /** Returns the way with the fewest corners, and of those the shortest. */
  find(obstacles: readonly Rect[], margin: number, entry: Rect): Point[] | null {
    for (const rect of obstacles) this.#block(inflated(rect, margin), () => false);
    for (const [end, area] of [
      [this.#from, inflated(this.#from, margin)],
      [this.#to, entry],
    ] as const) {
      const [middle, { upright, level }] = [middleOf(end), this.#lines];
      this.#open(end);
      this.#block(area, (axis, line) =>
        axis === LEVEL ? line === middle.y || line === level : line === middle.x || line === upright,
      );
    }
    this.#start();
    for (let corners = 0; corners < MOST_CORNERS; corners += 1) {
      const found = this.#arrived();
      if (found) return this.#trimmed(this.#trace(...found));
      if (!this.#advance()) break;
    }
    return null;
  }

  /** Opens the lines that lead out of an end, as far as they are within it: what lies over the end is not in the way. */
  #open(end: Rect): void {
    const { xs, ys } = this.#lines;
    for (const [axis, door] of this.#doors(end)) {
      const line = this.#line(axis, door);
      if (axis === LEVEL) {
        const [left, right] = pieces(xs, end.x, end.x + end.w);
        this.#blocked[LEVEL].fill(0, line * this.#columns + left, line * this.#columns + right);
      } else {
        const [top, bottom] = pieces(ys, end.y, end.y + end.h);
        for (let row = top; row < bottom; row += 1) this.#blocked[UPRIGHT][row * this.#columns + line] = 0;
      }
    }
  }

  /** Blocks what runs through a box, except on the lines that are `open`. */
  #block({ x, y, w, h }: Rect, isOpen: (axis: Axis, line: number) => boolean): void {
    const { xs, ys } = this.#lines;
    const [left, right] = pieces(xs, x, x + w);
    const [top, bottom] = pieces(ys, y, y + h);
    for (let row = top; row <= bottom; row += 1) {
      const line = at(ys, row);
      if (line <= y || line >= y + h || isOpen(LEVEL, line)) continue;
      this.#blocked[LEVEL].fill(1, row * this.#columns + left, row * this.#columns + right);
    }
    for (let column = left; column <= right; column += 1) {
      const line = at(xs, column);
      if (line <= x || line >= x + w || isOpen(UPRIGHT, line)) continue;
      for (let row = top; row < bottom; row += 1) this.#blocked[UPRIGHT][row * this.#columns + column] = 1;
    }
  }

  /** Where ways may begin or end: in the middle, or straight on if the ends lie nearly in line. */
  #doors(end: Rect): [Axis, number][] {
    const [{ x, y }, { upright, level }] = [middleOf(end), this.#lines];
    const doors: [Axis, number][] = [
      [LEVEL, this.#place(x, y)],
      [UPRIGHT, this.#place(x, y)],
    ];
    if (level !== null) doors.push([LEVEL, this.#place(x, level)]);
    if (upright !== null) doors.push([UPRIGHT, this.#place(upright, y)]);
    return doors;
  }

  #start(): void {
    const doors = this.#doors(this.#from);
    for (const [axis, place] of doors) {
      this.#length[axis][place] = 0;
      this.#origin[axis][place] = place;
    }
    for (const [axis, place] of doors) this.#sweep(axis, this.#line(axis, place));
  }

  /** Goes round a corner everywhere. Returns whether that led anywhere new. */
  #advance(): boolean {
    const reached = this.#reached;
    this.#reached = [[], []];
    for (const axis of [LEVEL, UPRIGHT] as const) {
      const lines = new Set<number>();
      const before = turned(axis);
      for (const place of reached[before]) {
        if (at(this.#origin[axis], place) >= 0) continue;
        this.#length[axis][place] = at(this.#length[before], place);
        this.#origin[axis][place] = place;
        lines.add(this.#line(axis, place));
      }
      for (const line of lines) this.#sweep(axis, line);
    }
    return this.#reached[LEVEL].length + this.#reached[UPRIGHT].length > 0;
  }

  /** Carries lengths along a line, both ways, as far as it is free. */
  #sweep(axis: Axis, line: number): void {
    const coordinates = axis === LEVEL ? this.#lines.xs : this.#lines.ys;
    const [first, step] = axis === LEVEL ? [line * this.#columns, 1] : [line, this.#columns];
    for (let index = coordinates.length - 1; index > 0; index -= 1) {
      const place = first + index * step;
      this.#carry(
        axis,
        place,
        place - step,
        place - step,
        at(coordinates, index) - at(coordinates, index - 1),
      );
    }
    for (let index = 1; index < coordinates.length; index += 1) {
      const place = first + index * step;
      this.#carry(
        axis,
        place - step,
        place,
        place - step,
        at(coordinates, index) - at(coordinates, index - 1),
      );
    }
  }

  #carry(axis: Axis, before: number, place: number, piece: number, distance: number): void {
    const length = this.#length[axis];
    const origin = this.#origin[axis];
    const carried = at(length, before) + distance;
    if (this.#blocked[axis][piece] || carried >= at(length, place)) return;
    if (at(origin, place) < 0) this.#reached[axis].push(place);
    length[place] = carried;
    origin[place] = at(origin, before);
  }

  /** Returns the shortest of the ways that have come to the other end. */
  #arrived(): [Axis, number] | null {
    let [best, least]: [[Axis, number] | null, number] = [null, Infinity];
    for (const [axis, place] of this.#doors(this.#to)) {
      const length = at(this.#length[axis], place);
      if (length < least) [best, least] = [[axis, place], length];
    }
    return best;
  }

  /** Returns the corners of the way to a place, and its two ends. */
  #trace(last: Axis, end: number): Point[] {
    let [axis, place] = [last, end];
    const way = [this.#point(place)];
    for (;;) {
      place = at(this.#origin[axis], place);
      way.push(this.#point(place));
      if (at(this.#length[axis], place) === 0) return way.reverse();
      axis = turned(axis);
    }
  }

  /** Cuts off what runs within the two ends. A piece along a border is nothing then. */
  #trimmed(way: Point[]): Point[] {
    const [first, ...inner] = way;
    const last = inner.pop();
    if (!first || !last) return way;
    const start = leave(this.#from, first, inner[0] ?? last);
    const end = leave(this.#to, last, inner.at(-1) ?? first);
    if (isSame(inner.at(-1), end)) inner.pop();
    return isSame(inner[0] ?? null, start) ? [...inner, end] : [start, ...inner, end];
  }

  #place(x: number, y: number): number {
    return this.#lines.ys.indexOf(y) * this.#columns + this.#lines.xs.indexOf(x);
  }

  #point(place: number): Point {
    const column = place % this.#columns;
    return { x: at(this.#lines.xs, column), y: at(this.#lines.ys, (place - column) / this.#columns) };
  }

  /** Returns the row or the column of a place. */
  #line(axis: Axis, place: number): number {
    const column = place % this.#columns;
    return axis === LEVEL ? (place - column) / this.#columns : column;
  }
}

function turned(axis: Axis): Axis {
  return axis === LEVEL ? UPRIGHT : LEVEL;
}

/** Returns the pieces between lines, each by the line at its beginning, that have something within two bounds. */
function pieces(lines: readonly number[], start: number, end: number): [first: number, last: number] {
  const after = lines.findIndex((line) => line > start);
  const first = Math.max((after < 0 ? lines.length : after) - 1, 0);
  const beyond = lines.findIndex((line) => line >= end);
  return [first, Math.max(Math.min(beyond < 0 ? lines.length : beyond, lines.length - 1), first)];
}

/** Returns where a way from `inside` to `next` comes out of a box. */
function leave({ x, y, w, h }: Rect, inside: Point, next: Point): Point {
  if (next.x !== inside.x) return { x: next.x > inside.x ? x + w : x, y: inside.y };
  return { x: inside.x, y: next.y > inside.y ? y + h : y };
}

function isSame(a: Point | null | undefined, b: Point): boolean {
  return a?.x === b.x && a?.y === b.y;
}

function at(numbers: ArrayLike<number>, index: number): number {
  return numbers[index] ?? 0;
}
