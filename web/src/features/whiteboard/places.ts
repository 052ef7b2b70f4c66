import { boundsOf, encloses, hasPoint, overlaps, type Point, type Rect } from './geometry';
import { type Box, boxesOf, type Shape } from './model';
import type { Obstacles } from './route';

/** The side of a cell of the index. */
const CELL = 512;
/** A box over more cells than this is looked at always. */
const MAX_CELLS = 64;
/** More cells than any row of a board has. */
const ROW = 2 ** 20;
const NOBODY: readonly never[] = [];

/** A box at its place. */
interface Placed {
  readonly id: string;
  readonly rect: Rect;
  /** When somebody last came across it: a box lies in many cells and is told once. */
  look: number;
}

/** Where all boxes are on the board, and who is near whom. */
export class Places {
  /** In the order they are drawn: the topmost last. */
  readonly rects: ReadonlyMap<string, Rect>;
  readonly #boxes = new Map<string, Box>();
  readonly #cells = new Map<number, Placed[]>();
  readonly #wide: Placed[] = [];
  readonly #all: Placed[] = [];
  #looks = 0;

  /** A box that has not moved keeps its rectangle from the last time. */
  constructor(shape: Shape, last?: Places) {
    const rects = new Map<string, Rect>();
    for (const box of boxesOf(shape)) {
      const parent = rects.get(box.parent);
      const rect = { x: box.x + (parent?.x ?? 0), y: box.y + (parent?.y ?? 0), w: box.w, h: box.h };
      const before = last?.rects.get(box.id);
      rects.set(box.id, before && isSame(before, rect) ? before : rect);
      this.#boxes.set(box.id, box);
      this.#enter(box.id, rect);
    }
    this.rects = rects;
  }

  /** Returns the topmost box at a point, apart from some. */
  at(point: Point, except: (id: string) => boolean = () => false): Box | null {
    let found: Box | null = null;
    for (const [id, rect] of this.rects) {
      if (hasPoint(rect, point) && !except(id)) found = this.#boxes.get(id) ?? null;
    }
    return found;
  }

  /** Looks around two boxes for what is in the way between them. */
  around(from: string, to: string): Surroundings {
    return new Surroundings(this, from, to);
  }

  box(id: string): Box | undefined {
    return this.#boxes.get(id);
  }

  /** Returns all that overlap an area. */
  near(area: Rect): readonly Placed[] {
    const found: Placed[] = [];
    this.#looks += 1;
    const look = (placed: readonly Placed[]) => {
      for (const each of placed) {
        if (each.look === this.#looks) continue;
        each.look = this.#looks;
        if (overlaps(each.rect, area)) found.push(each);
      }
    };
    const cells = cellsOf(area);
    if (!cells) {
      look(this.#all);
      return found;
    }
    look(this.#wide);
    for (const cell of cells) look(this.#cells.get(cell) ?? NOBODY);
    return found;
  }

  /** Returns where something was or is that was elsewhere in `last`. */
  changesSince(last: Places): Rect[] {
    const changed: Rect[] = [];
    for (const [id, rect] of this.rects) {
      const before = last.rects.get(id);
      if (before === rect) continue;
      changed.push(rect);
      if (before) changed.push(before);
    }
    for (const [id, rect] of last.rects) if (!this.rects.has(id)) changed.push(rect);
    return changed;
  }

  #enter(id: string, rect: Rect): void {
    const placed = { id, rect, look: 0 };
    const cells = cellsOf(rect);
    this.#all.push(placed);
    if (!cells) {
      this.#wide.push(placed);
      return;
    }
    for (const cell of cells) {
      const list = this.#cells.get(cell);
      if (list) list.push(placed);
      else this.#cells.set(cell, [placed]);
    }
  }

  /** Tells whether a box is another, or lies in it. */
  isIn(id: string, ancestor: string): boolean {
    for (let at: string | undefined = id; at !== undefined; at = this.#boxes.get(at)?.parent) {
      if (at === ancestor) return true;
    }
    return false;
  }
}

/** What stands between two boxes, and how far anybody has looked for it. */
export class Surroundings implements Obstacles {
  readonly #places: Places;
  readonly #ends: readonly [string, string];
  /** Only what lies here has been asked about. */
  seen: Rect | null;

  constructor(places: Places, from: string, to: string) {
    [this.#places, this.#ends] = [places, [from, to]];
    this.seen = boundsOf(this.#ends.flatMap((end) => places.rects.get(end) ?? []));
  }

  /** Returns what is in the way: all but the ends, the frames around them, and what lies in them. */
  *near(area: Rect): Iterable<Rect> {
    this.#look(area);
    for (const { id, rect } of this.#places.near(area)) {
      const belongs = this.#ends.some((end) => this.#places.isIn(id, end) || this.#places.isIn(end, id));
      if (!belongs) yield rect;
    }
  }

  /** Tells whether a label would lie on something. It may stand in a frame, but not half in one that is an end. */
  isTaken(area: Rect): boolean {
    this.#look(area);
    const ends = this.#ends.flatMap((end) => this.#places.rects.get(end) ?? []);
    if (ends.some((end) => overlaps(end, area) && !ends.every((each) => encloses(end, each)))) return true;
    for (const { id } of this.#places.near(area)) if (this.#places.box(id)?.kind !== 'frame') return true;
    return false;
  }

  #look(area: Rect): void {
    this.seen = boundsOf(this.seen ? [this.seen, area] : [area]);
  }
}

/** Returns the cells a box lies in, or `null` if they are too many. */
function cellsOf({ x, y, w, h }: Rect): number[] | null {
  const [left, top] = [Math.floor(x / CELL), Math.floor(y / CELL)];
  const [across, down] = [Math.floor((x + w) / CELL) - left + 1, Math.floor((y + h) / CELL) - top + 1];
  if (across * down > MAX_CELLS) return null;
  const cells: number[] = [];
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) cells.push((top + row) * ROW + left + column);
  }
  return cells;
}

function isSame(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}
