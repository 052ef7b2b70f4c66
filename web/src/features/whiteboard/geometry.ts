/** Places and sizes on the board, in CSS pixels, y down. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly w: number;
  readonly h: number;
}

export interface Rect extends Point, Size {}

export function moved(rect: Rect, by: Point): Rect {
  return { x: rect.x + by.x, y: rect.y + by.y, w: rect.w, h: rect.h };
}

export function middleOf({ x, y, w, h }: Rect): Point {
  return { x: x + w / 2, y: y + h / 2 };
}

export function inflated({ x, y, w, h }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by };
}

export function hasPoint(rect: Rect, point: Point): boolean {
  const across = point.x >= rect.x && point.x <= rect.x + rect.w;
  return across && point.y >= rect.y && point.y <= rect.y + rect.h;
}

export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

export function encloses(outer: Rect, inner: Rect): boolean {
  const across = inner.x >= outer.x && inner.x + inner.w <= outer.x + outer.w;
  return across && inner.y >= outer.y && inner.y + inner.h <= outer.y + outer.h;
}

/** Returns the smallest box around all, or `null` around nothing. */
export function boundsOf(rects: Iterable<Rect>): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, w, h } of rects) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + w);
    bottom = Math.max(bottom, y + h);
  }
  return left <= right ? { x: left, y: top, w: right - left, h: bottom - top } : null;
}

/** Returns the box that has the two points for corners. */
export function rectBetween(a: Point, b: Point): Rect {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(a.x - b.x), h: Math.abs(a.y - b.y) };
}
