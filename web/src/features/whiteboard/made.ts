import type { Viewport } from '@/lib/whiteboard-api';
import { showSelection } from './actions';
import { encloses } from './geometry';
import type { Whiteboard } from './whiteboard';

/** What is in sight, for the server to put something there. */
export function roundedView(whiteboard: Whiteboard): Viewport {
  const { x, y, w, h } = whiteboard.view();
  return { x: Math.round(x), y: Math.round(y), w: Math.max(1, Math.round(w)), h: Math.max(1, Math.round(h)) };
}

/** Selects what the server has made and shows it, as soon as all of it has arrived. */
export function showMade(whiteboard: Whiteboard, ids: readonly string[]): void {
  const { board } = whiteboard;
  const look = () => {
    if (ids.length === 0 || ids.some((id) => !board.node(id))) return false;
    whiteboard.select(ids);
    const bounds = whiteboard.boundsOf(ids);
    if (bounds && !encloses(whiteboard.view(), bounds)) showSelection(whiteboard);
    return true;
  };
  if (look()) return;
  const stop = whiteboard.subscribe(() => {
    if (look()) stop();
  });
}
