import type { Viewport } from '@/lib/whiteboard-api';
import { toast } from '@/ui/toast';
import { showSelection } from './actions';
import { clearView } from './bars';
import { encloses, type Point } from './geometry';
import type { Whiteboard } from './whiteboard';

/** How much more than is in sight may be looked at for room near a point. */
const REACH = 3;

/** The part of the board around a point: what does not fit just there goes as near as there is room. */
export function viewAround(whiteboard: Whiteboard, { x, y }: Point): Viewport {
  const { w, h } = whiteboard.view();
  const [width, height] = [w, h].map((length) => Math.max(1, Math.round(length * REACH))) as [number, number];
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), w: width, h: height };
}

/** Selects those of some objects that are still there and goes to where they are. */
export function showOnly(whiteboard: Whiteboard, ids: readonly string[]): void {
  const there = ids.filter((id) => whiteboard.board.node(id));
  if (there.length === 0) {
    toast({ title: 'Nothing of this is on the board any more.' });
    return;
  }
  whiteboard.select(there, { tool: 'select', menu: null });
  showSelection(whiteboard);
  whiteboard.announce(there.length === 1 ? 'One object selected.' : `${there.length} objects selected.`);
}

/** Selects what the server has made and shows it, as soon as all of it has arrived. */
export function showMade(whiteboard: Whiteboard, ids: readonly string[]): void {
  const { board } = whiteboard;
  const look = () => {
    if (ids.length === 0 || ids.some((id) => !board.node(id))) return false;
    whiteboard.select(ids);
    const bounds = whiteboard.boundsOf(ids);
    if (bounds && !encloses(clearView(whiteboard), bounds)) showSelection(whiteboard);
    return true;
  };
  if (look()) return;
  const stop = whiteboard.subscribe(() => {
    if (look()) stop();
  });
}
