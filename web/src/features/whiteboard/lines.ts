import { boundsOf, inflated, middleOf, moved, overlaps, type Point, type Rect } from './geometry';
import { type Connector, connectorsOf, type Route, type Shape } from './model';
import { Places } from './places';
import { route } from './route';

/** How a connector is drawn. */
export interface Line {
  readonly connector: Connector;
  readonly points: readonly Point[];
  /** The data of its SVG path, and of the arrow at its end. */
  readonly path: string;
  readonly arrow: string;
  /** Where the label stands. */
  readonly middle: Point;
  /** All that it may cover, with its label. */
  readonly bounds: Rect;
}

/** A stored way counts as long as its ends are where they were, within so many pixels. */
const TOLERANCE = 0.5;
/** When more than this has moved, every way is looked at again. */
const MANY = 40;
/** How round the corners of a way are. */
const CORNER = 10;
const ARROW = { length: 9, half: 4.5 };
/** Half of the room a label may take. */
const LABEL_ROOM = 90;

/** The connectors of a board as they are drawn, and the boxes they were drawn for. */
export interface Lines {
  readonly places: Places;
  readonly byId: ReadonlyMap<string, Line>;
}

/** Draws the connectors; what comes out as before stays the same object. */
export function nextLines(last: Lines | null, shape: Shape): Lines {
  const places = new Places(shape, last?.places);
  const changed = last && places.changesSince(last.places);
  const byId = new Map<string, Line>();
  let isSame = true;
  for (const connector of connectorsOf(shape)) {
    const before = last?.byId.get(connector.id);
    const isUntouched =
      before && before.connector === connector && changed && !isTouched(connector, places, changed);
    const line = isUntouched ? before : draw(before, connector, places);
    if (!line) continue;
    if (line !== before) isSame = false;
    byId.set(connector.id, line);
  }
  return { places, byId: last && isSame && byId.size === last.byId.size ? last.byId : byId };
}

/** Whether something has moved where this connector may run. */
function isTouched({ from, to }: Connector, places: Places, changed: readonly Rect[]): boolean {
  if (changed.length > MANY) return true;
  if (changed.length === 0) return false;
  const area = places.area(from, to);
  return area === null || changed.some((rect) => overlaps(rect, area));
}

function draw(before: Line | undefined, connector: Connector, places: Places): Line | null {
  const [from, to] = [places.rects.get(connector.from), places.rects.get(connector.to)];
  if (!from || !to) return null;
  const stored = wayOf(connector.route, from, to);
  const points = stored ?? route(from, to, places.obstacles(connector.from, connector.to));
  const stays = before && before.connector === connector && isSameWay(before.points, points);
  return stays ? before : lineOf(connector, points);
}

/** Returns a stored way if it still fits the two boxes, moved along if both moved together. */
export function wayOf(stored: Route | null, from: Rect, to: Rect): readonly Point[] | null {
  if (!stored || stored.points.length < 2) return null;
  const [fx = 0, fy = 0, fw = 0, fh = 0, tx = 0, ty = 0, tw = 0, th = 0] = stored.ends;
  const by = { x: from.x - fx, y: from.y - fy };
  const differences = [from.w - fw, from.h - fh, to.w - tw, to.h - th, to.x - tx - by.x, to.y - ty - by.y];
  if (differences.some((difference) => Math.abs(difference) > TOLERANCE)) return null;
  const isStill = Math.abs(by.x) <= TOLERANCE && Math.abs(by.y) <= TOLERANCE;
  return isStill ? stored.points : stored.points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }));
}

export function lineOf(connector: Connector, points: readonly Point[]): Line {
  const middle = middleOfWay(points);
  const around = boundsOf(points.map(({ x, y }) => ({ x, y, w: 0, h: 0 }))) ?? { ...middle, w: 0, h: 0 };
  const label = { x: middle.x - LABEL_ROOM, y: middle.y - LABEL_ROOM, w: 2 * LABEL_ROOM, h: 2 * LABEL_ROOM };
  const bounds = boundsOf([inflated(around, CORNER), ...(connector.label === '' ? [] : [label])]) ?? around;
  return { connector, points, path: pathOf(points), arrow: arrowOf(points), middle, bounds };
}

/** Returns the path along some points, round at its corners. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let path = `M${at(first)}`;
  let before = first;
  for (const [index, corner] of rest.entries()) {
    const after = rest[index + 1];
    if (!after) {
      path += `L${at(corner)}`;
      break;
    }
    const radius = Math.min(CORNER, distance(before, corner) / 2, distance(corner, after) / 2);
    path += `L${at(towards(corner, before, radius))}Q${at(corner)} ${at(towards(corner, after, radius))}`;
    before = corner;
  }
  return path;
}

/** Returns the arrow at the end of a way, in the direction it comes from. */
export function arrowOf(points: readonly Point[]): string {
  const [tip, before] = [
    points.at(-1),
    points.findLast((point) => point.x !== points.at(-1)?.x || point.y !== points.at(-1)?.y),
  ];
  if (!tip || !before) return '';
  const foot = towards(tip, before, ARROW.length);
  const [x, y] = [
    ((tip.y - foot.y) * ARROW.half) / ARROW.length,
    ((foot.x - tip.x) * ARROW.half) / ARROW.length,
  ];
  return `M${at(tip)}L${at({ x: foot.x + x, y: foot.y + y })}L${at({ x: foot.x - x, y: foot.y - y })}Z`;
}

/** Returns the middle of the longest stretch, which is where a label hides no corner. */
export function middleOfWay(points: readonly Point[]): Point {
  let middle = points.at(-1) ?? { x: 0, y: 0 };
  let longest = 0;
  for (const [index, start] of points.entries()) {
    const end = points[index + 1];
    const length = end ? distance(start, end) : 0;
    if (!end || length <= longest) continue;
    longest = length;
    middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  }
  return middle;
}

/** Returns the way to the pointer while a connector is being drawn. */
export function looseWay(from: Rect, end: Point): readonly Point[] {
  const to = moved({ x: 0, y: 0, w: 1, h: 1 }, end);
  const points = route(from, to, []);
  return points.length >= 2 ? [...points.slice(0, -1), end] : [middleOf(from), end];
}

function isSameWay(a: readonly Point[], b: readonly Point[]): boolean {
  return a.length === b.length && a.every(({ x, y }, index) => x === b[index]?.x && y === b[index]?.y);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** Returns the point that is `length` away from `start` in the direction of `end`. */
function towards(start: Point, end: Point, length: number): Point {
  const all = distance(start, end);
  if (all === 0) return start;
  return { x: start.x + ((end.x - start.x) * length) / all, y: start.y + ((end.y - start.y) * length) / all };
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}
