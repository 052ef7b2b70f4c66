import { boundsOf, encloses, hasPoint, overlaps, type Point, type Rect } from './geometry';
import { type Box, boxesOf, type Shape } from './model';
import type { Obstacles } from './route';

/** The side of a cell of the index. */
const CELL = 512;
/** A box over more cells than this is looked at always. */
const MAX_CELLS = 64;

/** Where all boxes are on the board, and who is near whom. */
export class Places {
  /** In the order they are drawn: the topmost last. */
  readonly rects: ReadonlyMap<string, Rect>;
  readonly #boxes = new Map<string, Box>();
  readonly #cells = new Map<string, string[]>();
  readonly #wide: string[] = [];

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
  *near(area: Rect): Iterable<[id: string, rect: Rect]> {
    for (const id of this.#near(area)) {
      const rect = this.rects.get(id);
      if (rect && overlaps(rect, area)) yield [id, rect];
    }
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
    const cells = cellsOf(rect);
    if (!cells) {
      this.#wide.push(id);
      return;
    }
    for (const cell of cells) {
      const list = this.#cells.get(cell);
      if (list) list.push(id);
      else this.#cells.set(cell, [id]);
    }
  }

  #near(area: Rect): Iterable<string> {
    const cells = cellsOf(area);
    if (!cells) return this.rects.keys();
    return new Set([...this.#wide, ...cells.flatMap((cell) => this.#cells.get(cell) ?? [])]);
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
    for (const [id, rect] of this.#places.near(area)) {
      const belongs = this.#ends.some((end) => this.#places.isIn(id, end) || this.#places.isIn(end, id));
      if (!belongs) yield rect;
    }
  }

  /** Tells whether a label would lie on something. It may stand in a frame, but not half in one that is an end. */
  isTaken(area: Rect): boolean {
    this.#look(area);
    const ends = this.#ends.flatMap((end) => this.#places.rects.get(end) ?? []);
    if (ends.some((end) => overlaps(end, area) && !ends.every((each) => encloses(end, each)))) return true;
    for (const [id] of this.#places.near(area)) if (this.#places.box(id)?.kind !== 'frame') return true;
    return false;
  }

  #look(area: Rect): void {
    this.seen = boundsOf(this.seen ? [this.seen, area] : [area]);
  }
}

/** Returns the cells a box lies in, or `null` if they are too many. */
function cellsOf({ x, y, w, h }: Rect): string[] | null {
  const [left, top] = [Math.floor(x / CELL), Math.floor(y / CELL)];
  const [across, down] = [Math.floor((x + w) / CELL) - left + 1, Math.floor((y + h) / CELL) - top + 1];
  if (across * down > MAX_CELLS) return null;
  return Array.from({ length: across * down }, (_, index) => {
    return `${left + (index % across)} ${top + Math.floor(index / across)}`;
  });
}

function isSame(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}
