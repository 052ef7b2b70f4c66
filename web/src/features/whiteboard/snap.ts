import type { Point, Rect } from './geometry';

/** A line that shows what is in line with what: along `axis`, at a place on the other one. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Snapped {
  readonly by: Point;
  readonly guides: readonly Guide[];
}

type Span = readonly [start: number, middle: number, end: number];

/** Finds how far a moving box must go to be in line with others, if that is no more than `reach`. */
export function snap(moving: Rect, others: readonly Rect[], reach: number): Snapped {
  const x = nearest(
    across(moving),
    others.map((other) => across(other)),
    reach,
  );
  const y = nearest(
    down(moving),
    others.map((other) => down(other)),
    reach,
  );
  const by = { x: x ?? 0, y: y ?? 0 };
  const there = { ...moving, x: moving.x + by.x, y: moving.y + by.y };
  const guides = [
    ...(x === null ? [] : guidesFor('y', there, others, across, down)),
    ...(y === null ? [] : guidesFor('x', there, others, down, across)),
  ];
  return { by, guides };
}

/** Which edges of a box move: −1 the left or upper one, 1 the other, 0 none. */
export interface Edges {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

/** Finds how far the edges of a box that are pulled must go to be in line with edges of others. */
export function snapEdges(pulled: Rect, edges: Edges, others: readonly Rect[], reach: number): Snapped {
  const x = nearestEdge(edgeOf(across(pulled), edges.x), others.map(across), reach);
  const y = nearestEdge(edgeOf(down(pulled), edges.y), others.map(down), reach);
  const by = { x: x ?? 0, y: y ?? 0 };
  const there = withEdges(pulled, edges, by);
  const isPulled = (at: number, span: Span, side: Edges['x']) =>
    Math.abs(at - (edgeOf(span, side) ?? Number.NaN)) < NO_DISTANCE;
  const guides = [
    ...(x === null ? [] : guidesFor('y', there, others, across, down)).filter(({ at }) =>
      isPulled(at, across(there), edges.x),
    ),
    ...(y === null ? [] : guidesFor('x', there, others, down, across)).filter(({ at }) =>
      isPulled(at, down(there), edges.y),
    ),
  ];
  return { by, guides };
}

function edgeOf([start, , end]: Span, side: Edges['x']): number | null {
  return side === 0 ? null : side < 0 ? start : end;
}

function withEdges({ x, y, w, h }: Rect, edges: Edges, by: Point): Rect {
  return {
    x: edges.x < 0 ? x + by.x : x,
    y: edges.y < 0 ? y + by.y : y,
    w: w + edges.x * by.x,
    h: h + edges.y * by.y,
  };
}

function nearestEdge(edge: number | null, others: readonly Span[], reach: number): number | null {
  if (edge === null) return null;
  let best: number | null = null;
  for (const [start, , end] of others) {
    for (const by of [start - edge, end - edge]) {
      if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best))) best = by;
    }
  }
  return best;
}

function nearest(span: Span, others: readonly Span[], reach: number): number | null {
  let best: number | null = null;
  for (const other of others) {
    for (const [index, edge] of span.entries()) {
      for (const [place, target] of other.entries()) {
        // A middle goes with middles only: lines between them and edges say nothing to the eye.
        if ((index === 1) !== (place === 1)) continue;
        const by = target - edge;
        if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best))) best = by;
      }
    }
  }
  return best;
}

const NO_DISTANCE = 0.01;

/** Returns a line for each edge or middle that is in line now, as long as all that it touches. */
function guidesFor(
  axis: Guide['axis'],
  moving: Rect,
  others: readonly Rect[],
  along: (rect: Rect) => Span,
  other: (rect: Rect) => Span,
): Guide[] {
  const guides: Guide[] = [];
  for (const [index, at] of along(moving).entries()) {
    const inLine = others.filter((rect) =>
      along(rect).some((edge, place) => (index === 1) === (place === 1) && Math.abs(edge - at) < NO_DISTANCE),
    );
    if (inLine.length === 0) continue;
    const ends = [moving, ...inLine].flatMap((rect) => [other(rect)[0], other(rect)[2]]);
    guides.push({ axis, at, from: Math.min(...ends), to: Math.max(...ends) });
  }
  return guides;
}

function across({ x, w }: Rect): Span {
  return [x, x + w / 2, x + w];
}

function down({ y, h }: Rect): Span {
  return [y, y + h / 2, y + h];
}
