import type { GhostGroup } from '@/live/ghosts';
import { type BoardNode, type Ghost, ROOT } from '@/live/wire';
import { boundsOf, type Rect } from './geometry';
import { type Line, nextLines } from './lines';
import { measureLabel } from './measure';
import { type Box, boxesOf, originOf, type Shape } from './model';

/** How the ghosts of one call are drawn: everything where it is on the board. */
export interface GhostDrawing {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  /** What all boxes cover. */
  readonly bounds: Rect;
}

/** Draws ghosts as what they are about to become; nothing if there is none that can be seen. */
export function drawGhosts({ session, nodes }: GhostGroup): GhostDrawing | null {
  const shape = shapeOf(session, nodes);
  const boxes = boxesOf(shape).map((box) => ({ ...box, ...originOf(shape, box.id) }));
  const bounds = boundsOf(boxes);
  return bounds && { boxes, lines: [...nextLines(null, shape, measureLabel).byId.values()], bounds };
}

/** Returns ghosts as a board of their own. */
function shapeOf(session: string, ghosts: readonly Ghost[]): Shape {
  const by = { type: 'agent', session, turn: 0 } as const;
  const nodes = new Map<string, BoardNode>();
  const children = new Map<string, string[]>();
  for (const ghost of ghosts) {
    nodes.set(ghost.id, { ...ghost, order: '', touched: { seq: 0, by } });
    children.set(ghost.parent, [...(children.get(ghost.parent) ?? []), ghost.id]);
  }
  return { node: (id) => nodes.get(id), children: (parent = ROOT) => children.get(parent) ?? [] };
}
