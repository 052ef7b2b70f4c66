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
