import {
  boundsOf,
  encloses,
  inflated,
  middleOf,
  moved,
  overlaps,
  type Point,
  type Rect,
  rectBetween,
  type Size,
} from './geometry';
import { type Connector, connectorsOf, type Route, type Shape } from './model';
import { Places } from './places';
import { NO_OBSTACLES, route } from './route';
import { labelPlace } from './route-label';
import { touched } from './touch';

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
  /** Where something was looked for when it was drawn: what happens elsewhere changes nothing. */
  readonly seen: Rect;
  /** Nobody has looked yet for what is in its way. */
  readonly isRough: boolean;
}

/** Tells how much room a label takes. */
export type LabelSize = (label: string) => Size;

/** A stored way counts as long as its ends are where they were, within so many pixels. */
const TOLERANCE = 0.5;
/** When more than this has moved, every way is looked at again. */
const MANY = 40;
/** How round the corners of a way are. */
const CORNER = 10;
const ARROW = { length: 9, half: 4.5 };

/** The connectors of a board as they are drawn, and the boxes they were drawn for. */
export interface Lines {
  readonly places: Places;
  readonly byId: ReadonlyMap<string, Line>;
  /** Some are rough: the next time they are drawn better. */
  readonly isRough: boolean;
}

/** What there is to do for a connector. */
interface Due {
  readonly connector: Connector;
  readonly before: Line | undefined;
  /** It is as it was, so a rough line will do until its turn comes. */
  readonly canWait: boolean;
}

/**
 * Draws the connectors; what comes out as before stays the same object.
 *
 * To lead one around what is in its way may take long, so that is done as long as there is time, and first for those
 * in view.
 */
export function nextLines(
  last: Lines | null,
  shape: Shape,
  labelSize: LabelSize,
  hasTime: () => boolean = () => true,
  view: Rect | null = null,
): Lines {
  const places = new Places(shape, last?.places);
  const changed = last && places.changesSince(last.places);
  const drawn = new Map<string, Line | null>();
  const due: Due[] = [];
  for (const connector of connectorsOf(shape)) {
    const before = last?.byId.get(connector.id);
    const isAsBefore = before?.connector === connector && changed !== null && !isTouched(before, changed);
    // Also what is drawn later stands here in the order of the board.
    drawn.set(connector.id, isAsBefore ? before : null);
    if (!isAsBefore || before.isRough) due.push({ connector, before, canWait: isAsBefore });
  }
  for (const { connector, before, canWait } of view ? inViewFirst(due, view, places) : due) {
    const isInTime = hasTime();
    if (isInTime || !canWait) drawn.set(connector.id, draw(before, connector, places, labelSize, isInTime));
  }
  return linesOf(last, places, drawn);
}

function linesOf(last: Lines | null, places: Places, drawn: ReadonlyMap<string, Line | null>): Lines {
  const byId = new Map<string, Line>();
  let [isSame, isRough] = [true, false];
  for (const [id, line] of drawn) {
    if (!line) continue;
    isSame &&= line === last?.byId.get(id);
    isRough ||= line.isRough;
    byId.set(id, line);
  }
  return { places, byId: last && isSame && byId.size === last.byId.size ? last.byId : byId, isRough };
}

/** Sorts what a hand moves before what is in view, and that before the rest. */
function inViewFirst(due: readonly Due[], view: Rect, places: Places): Due[] {
  const rank = ({ connector, before, canWait }: Due) => {
    if (canWait && before && isInView(before, view)) return 1;
    const bounds = places.around(connector.from, connector.to).seen;
    // A way around something may come into view where the rough one does not.
    if (bounds && overlaps(bounds, view)) return canWait ? 2 : 0;
    return 3;
  };
  return due
    .map((each) => ({ each, rank: rank(each) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ each }) => each);
}

function isInView({ points }: Line, view: Rect): boolean {
  return points.some((end, index) => overlaps(rectBetween(points[index - 1] ?? end, end), view));
}

/** Whether something has moved where this connector runs, or might. */
function isTouched({ seen }: Line, changed: readonly Rect[]): boolean {
  return changed.length > MANY || changed.some((rect) => overlaps(rect, seen));
}

function draw(
  before: Line | undefined,
  connector: Connector,
  places: Places,
  labelSize: LabelSize,
  isInTime: boolean,
): Line | null {
  const ends = [connector.from, connector.to].flatMap((end) => {
    const [box, rect] = [places.box(end), places.rects.get(end)];
    return box && rect ? [{ geo: box.geo, rect }] : [];
  });
  const [from, to] = ends;
  if (!from || !to) return null;
  const around = places.around(connector.from, connector.to);
  const stored = wayOf(connector.route, from.rect, to.rect);
  const isRough = !stored && !isInTime;
  const points =
    stored?.points ?? touched(route(from.rect, to.rect, isRough ? NO_OBSTACLES : around), from, to);
  const size = connector.label === '' ? { w: 0, h: 0 } : labelSize(connector.label);
  const middle = stored?.label ?? labelPlace(points, size, (area) => around.isTaken(area));
  const stays =
    before &&
    before.connector === connector &&
    before.isRough === isRough &&
    isSameWay(before.points, points) &&
    isSameWay([before.middle], [middle]);
  const seen = around.seen ?? from.rect;
  if (stays) return encloses(before.seen, seen) ? before : { ...before, seen };
  return { ...lineOf(connector, points, middle, size), seen, isRough };
}

/** Returns a stored way if it still fits the two boxes, moved along if both moved together. */
export function wayOf(stored: Route | null, from: Rect, to: Rect): Pick<Route, 'points' | 'label'> | null {
  if (!stored || stored.points.length < 2) return null;
  const [fx = 0, fy = 0, fw = 0, fh = 0, tx = 0, ty = 0, tw = 0, th = 0] = stored.ends;
  const by = { x: from.x - fx, y: from.y - fy };
  const differences = [from.w - fw, from.h - fh, to.w - tw, to.h - th, to.x - tx - by.x, to.y - ty - by.y];
  if (differences.some((difference) => Math.abs(difference) > TOLERANCE)) return null;
  if (Math.abs(by.x) <= TOLERANCE && Math.abs(by.y) <= TOLERANCE) return stored;
  const along = ({ x, y }: Point) => ({ x: x + by.x, y: y + by.y });
  return { points: stored.points.map(along), label: stored.label && along(stored.label) };
}

function lineOf(
  connector: Connector,
  points: readonly Point[],
  middle: Point,
  { w, h }: Size,
): Omit<Line, 'seen' | 'isRough'> {
  const around = boundsOf(points.map(({ x, y }) => ({ x, y, w: 0, h: 0 }))) ?? { ...middle, w: 0, h: 0 };
  const label = { x: middle.x - w / 2, y: middle.y - h / 2, w, h };
  const bounds = boundsOf([inflated(around, CORNER), label]) ?? around;
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

/** Returns the way to the pointer while a connector is being drawn. */
export function looseWay(from: Rect, end: Point): readonly Point[] {
  const to = moved({ x: 0, y: 0, w: 1, h: 1 }, end);
  const points = route(from, to, NO_OBSTACLES);
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
