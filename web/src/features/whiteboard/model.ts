import type { LiveBoard } from '@/live/board';
import { type BoardNode, ROOT } from '@/live/wire';
import type { Point, Rect } from './geometry';

export const CONNECTOR = 'connector';
export const MAX_WORDS = 5_000;
export const MAX_LINE = 200;

export const COLORS = [
  'black',
  'grey',
  'light-violet',
  'violet',
  'blue',
  'light-blue',
  'yellow',
  'orange',
  'green',
  'light-green',
  'light-red',
  'red',
  'white',
] as const;
export type Color = (typeof COLORS)[number];

export const GEOS = [
  'rectangle',
  'ellipse',
  'diamond',
  'triangle',
  'hexagon',
  'pentagon',
  'octagon',
  'oval',
  'cloud',
  'star',
  'rhombus',
  'trapezoid',
  'parallelogram',
  'cylinder',
  'document',
] as const;
export type Geo = (typeof GEOS)[number];

export const TEXT_SIZES = ['s', 'm', 'l', 'xl'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

export const BOX_KINDS = ['frame', 'note', 'shape', 'text'] as const;
export type BoxKind = (typeof BOX_KINDS)[number];

/** Something with a place and a size. Where it is counts from the corner of its parent. */
export interface Box extends Rect {
  readonly id: string;
  readonly kind: BoxKind;
  readonly parent: string;
  /** What is written on it; the name of a frame. */
  readonly text: string;
  /** `null` for a frame without one. */
  readonly color: Color | null;
  readonly geo: Geo;
  readonly size: TextSize;
}

/** An arrow between two boxes. */
export interface Connector {
  readonly id: string;
  readonly kind: typeof CONNECTOR;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly color: Color;
  readonly route: Route | null;
}

/** A way that was laid for two boxes: `x, y, w, h` of the one it comes from, then of the other. */
export interface Route {
  readonly points: readonly Point[];
  readonly ends: readonly number[];
  /** The middle of the label, if room was kept for it. */
  readonly label: Point | null;
}

export type Item = Box | Connector;

/** What a board is, for those who only need its shape. */
export type Shape = Pick<LiveBoard, 'node' | 'children'>;

export function isBox(item: Item | null | undefined): item is Box {
  return item !== null && item !== undefined && item.kind !== CONNECTOR;
}

export function isBoxKind(kind: string): kind is BoxKind {
  return (BOX_KINDS as readonly string[]).includes(kind);
}

/** Returns the name of the prop that holds what is written on something. */
export function textProp(kind: Item['kind']): 'name' | 'label' | 'text' {
  return kind === 'frame' ? 'name' : kind === CONNECTOR ? 'label' : 'text';
}

const items = new WeakMap<BoardNode, Item | null>();

/** Reads a node; the same node gives the same item. `null` for what this page does not know. */
export function itemOf(node: BoardNode | undefined): Item | null {
  if (!node) return null;
  let item = items.get(node);
  if (item === undefined) {
    item = read(node);
    items.set(node, item);
  }
  return item;
}

export function boxOf(shape: Shape, id: string): Box | null {
  const item = itemOf(shape.node(id));
  return isBox(item) ? item : null;
}

/** Returns where the corner of a node's inside is on the board; the root's is at 0, 0. */
export function originOf(shape: Shape, id: string): Point {
  let [x, y] = [0, 0];
  for (let box = boxOf(shape, id); box; box = boxOf(shape, box.parent)) {
    x += box.x;
    y += box.y;
  }
  return { x, y };
}

/** Returns where a box is on the board. */
export function placeOf(shape: Shape, id: string): Rect | null {
  const box = boxOf(shape, id);
  return box && { ...originOf(shape, id), w: box.w, h: box.h };
}

/** Tells whether `id` is `ancestor` or lies in it, however deep. */
export function isWithin(shape: Shape, id: string, ancestor: string): boolean {
  for (let at: string | undefined = id; at !== undefined && at !== ROOT; at = shape.node(at)?.parent) {
    if (at === ancestor) return true;
  }
  return ancestor === ROOT;
}

/** Returns everything on the board that has a place, parents before what lies in them, the topmost last. */
export function boxesOf(shape: Shape, parent: string = ROOT): Box[] {
  const found: Box[] = [];
  const walk = (id: string) => {
    for (const child of shape.children(id)) {
      const box = boxOf(shape, child);
      if (!box) continue;
      found.push(box);
      if (box.kind === 'frame') walk(child);
    }
  };
  walk(parent);
  return found;
}

/** Returns the connectors whose two ends are there. */
export function connectorsOf(shape: Shape): Connector[] {
  return shape.children(ROOT).flatMap((id) => {
    const item = itemOf(shape.node(id));
    return item?.kind === CONNECTOR && shape.node(item.from) && shape.node(item.to) ? [item] : [];
  });
}

/** Leaves out what lies in something that is among them too. */
export function topmost(shape: Shape, ids: Iterable<string>): string[] {
  const all = new Set(ids);
  return [...all].filter((id) => {
    let at = shape.node(id)?.parent;
    while (at !== undefined && at !== ROOT && !all.has(at)) at = shape.node(at)?.parent;
    return at === undefined || at === ROOT;
  });
}

function read(node: BoardNode): Item | null {
  const { id, kind, parent, props } = node;
  if (kind === CONNECTOR) {
    const { from, to } = props;
    if (typeof from !== 'string' || typeof to !== 'string') return null;
    const color = oneOf(COLORS, props.color) ?? 'black';
    return { id, kind, from, to, label: text(props.label), color, route: routeOf(props.route) };
  }
  if (!isBoxKind(kind)) return null;
  const place = {
    x: number(props.x, 0),
    y: number(props.y, 0),
    w: number(props.w, 1),
    h: number(props.h, 1),
  };
  const usual = kind === 'frame' ? null : kind === 'note' ? 'yellow' : 'black';
  return {
    id,
    kind,
    parent,
    ...place,
    text: text(props[textProp(kind)]),
    color: oneOf(COLORS, props.color) ?? usual,
    geo: oneOf(GEOS, props.geo) ?? 'rectangle',
    size: oneOf(TEXT_SIZES, props.size) ?? 'm',
  };
}

function routeOf(value: unknown): Route | null {
  if (typeof value !== 'object' || value === null) return null;
  const { points, ends, label } = value as { points?: unknown; ends?: unknown; label?: unknown };
  if (!Array.isArray(points) || !Array.isArray(ends) || ends.length !== 8) return null;
  return { points: points.map(pointOf), ends, label: Array.isArray(label) ? pointOf(label) : null };
}

function pointOf([x, y]: readonly unknown[]): Point {
  return { x: number(x, 0), y: number(y, 0) };
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((each) => each === value);
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
