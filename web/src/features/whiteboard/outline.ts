import type { Rect, Size } from './geometry';
import type { Geo } from './model';

type Corner = readonly [number, number];

/** The corners of outlines of straight lines, as parts of the width and height. */
export const CORNERS: Readonly<Partial<Record<Geo, readonly Corner[]>>> = {
  diamond: [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  rhombus: [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  triangle: [
    [0.5, 0],
    [1, 1],
    [0, 1],
  ],
  hexagon: [
    [0.25, 0],
    [0.75, 0],
    [1, 0.5],
    [0.75, 1],
    [0.25, 1],
    [0, 0.5],
  ],
  pentagon: [
    [0.5, 0],
    [1, 0.38],
    [0.81, 1],
    [0.19, 1],
    [0, 0.38],
  ],
  octagon: [
    [0.29, 0],
    [0.71, 0],
    [1, 0.29],
    [1, 0.71],
    [0.71, 1],
    [0.29, 1],
    [0, 0.71],
    [0, 0.29],
  ],
  star: [
    [0.5, 0],
    [0.618, 0.382],
    [1, 0.382],
    [0.691, 0.618],
    [0.809, 1],
    [0.5, 0.764],
    [0.191, 1],
    [0.309, 0.618],
    [0, 0.382],
    [0.382, 0.382],
  ],
  trapezoid: [
    [0.2, 0],
    [0.8, 0],
    [1, 1],
    [0, 1],
  ],
  parallelogram: [
    [0.2, 0],
    [1, 0],
    [0.8, 1],
    [0, 1],
  ],
};

/** How round a rectangle's corners are. */
const RADIUS = 8;

/** Returns the outline of a shape as the data of an SVG path. */
export function outline(geo: Geo, { w, h }: Size): string {
  const corners = CORNERS[geo];
  if (corners) return `M${corners.map(([x, y]) => `${round(x * w)} ${round(y * h)}`).join('L')}Z`;
  switch (geo) {
    case 'ellipse':
      return ring(w / 2, h / 2, w / 2, h / 2);
    case 'oval':
      return roundedBox(w, h, Math.min(w, h) / 2);
    case 'cylinder':
      return cylinder(w, h);
    case 'document':
      return document(w, h);
    case 'cloud':
      return cloud(w, h);
    default:
      return roundedBox(w, h, Math.min(RADIUS, w / 2, h / 2));
  }
}

/** What is left out at each side for the text, as a part of the width or height, and then on every side in pixels. */
interface Room {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly padding: number;
}

const PADDING = 16;
/** What is kept free where the room touches the outline with its corners alone. */
const CORNER_PADDING = 8;

/** The same numbers as in the server's `layout` crate, which makes shapes as large as their text. */
const ROOMS: Readonly<Record<Geo, Room>> = {
  rectangle: room(0, 0, 0, 0, PADDING),
  cylinder: room(0, 0.2, 0, 0.1, PADDING),
  document: room(0, 0, 0, 0.17, PADDING),
  ellipse: room(0.1465, 0.1465, 0.1465, 0.1465),
  oval: room(0.1465, 0.1465, 0.1465, 0.1465),
  diamond: room(0.25, 0.25, 0.25, 0.25),
  rhombus: room(0.25, 0.25, 0.25, 0.25),
  triangle: room(0.25, 0.5, 0.25, 0),
  hexagon: room(0.1875, 0.125, 0.1875, 0.125),
  pentagon: room(0.17, 0.25, 0.17, 0.07),
  octagon: room(0.145, 0.145, 0.145, 0.145),
  cloud: room(0.17, 0.17, 0.17, 0.17),
  star: room(0.3, 0.382, 0.3, 0.29),
  trapezoid: room(0.2, 0, 0.2, 0),
  parallelogram: room(0.2, 0, 0.2, 0),
};

function room(left: number, top: number, right: number, bottom: number, padding = CORNER_PADDING): Room {
  return { left, top, right, bottom, padding };
}

/** Returns where in a shape its text may be. */
export function textRoom(geo: Geo, { w, h }: Size): Rect {
  const { left, top, right, bottom, padding } = ROOMS[geo];
  return {
    x: w * left + padding,
    y: h * top + padding,
    w: Math.max(0, w * (1 - left - right) - 2 * padding),
    h: Math.max(0, h * (1 - top - bottom) - 2 * padding),
  };
}

/** Returns how large a shape must be for a text of this size to have room in it. */
export function sizeForText(geo: Geo, text: Size): Size {
  const { left, top, right, bottom, padding } = ROOMS[geo];
  return {
    w: Math.ceil((text.w + 2 * padding) / (1 - left - right)),
    h: Math.ceil((text.h + 2 * padding) / (1 - top - bottom)),
  };
}

function roundedBox(w: number, h: number, r: number): string {
  const [x, y, a] = [round(w - r), round(h - r), round(r)];
  const arc = (toX: number, toY: number) => `A${a} ${a} 0 0 1 ${round(toX)} ${round(toY)}`;
  return `M${a} 0H${x}${arc(w, r)}V${y}${arc(x, h)}H${a}${arc(0, y)}V${a}${arc(r, 0)}Z`;
}

function ring(cx: number, cy: number, rx: number, ry: number): string {
  const half = (to: number) => `A${round(rx)} ${round(ry)} 0 0 1 ${round(to)} ${round(cy)}`;
  return `M${round(cx - rx)} ${round(cy)}${half(cx + rx)}${half(cx - rx)}Z`;
}

function cylinder(w: number, h: number): string {
  const lid = h * 0.1;
  const arc = (to: number, y: number) => `A${round(w / 2)} ${round(lid)} 0 0 1 ${round(to)} ${round(y)}`;
  // The lid runs the same way around as the body, so that both are filled.
  return `M0 ${round(lid)}${arc(w, lid)}V${round(h - lid)}${arc(0, h - lid)}ZM${round(w)} ${round(lid)}${arc(0, lid)}`;
}

function document(w: number, h: number): string {
  const [wave, low] = [h * 0.085, h * 0.915];
  const curve = `C${round(w * 0.75)} ${round(low - 2 * wave)} ${round(w * 0.55)} ${round(low - wave)} ${round(w / 2)} ${round(low)}`;
  const back = `S${round(w * 0.2)} ${round(h + wave * 0.6)} 0 ${round(low)}`;
  return `M0 0H${round(w)}V${round(low)}${curve}${back}Z`;
}

/** A cloud of bumps around an ellipse. */
function cloud(w: number, h: number): string {
  const at = ([x, y]: Corner) => `${round(x * w)} ${round(y * h)}`;
  const bump = (a: Corner, b: Corner, end: Corner) => `C${at(a)} ${at(b)} ${at(end)}`;
  return [
    `M${at([0.2, 0.88])}`,
    bump([0.02, 0.9], [-0.06, 0.6], [0.1, 0.52]),
    bump([-0.02, 0.3], [0.16, 0.12], [0.3, 0.22]),
    bump([0.36, -0.06], [0.64, -0.06], [0.7, 0.18]),
    bump([0.88, 0.08], [1.02, 0.32], [0.9, 0.5]),
    bump([1.06, 0.6], [0.98, 0.92], [0.8, 0.87]),
    bump([0.72, 1.03], [0.54, 1.03], [0.5, 0.92]),
    bump([0.44, 1.04], [0.26, 1.02], [0.2, 0.88]),
    'Z',
  ].join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
