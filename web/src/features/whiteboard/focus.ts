import { inflated } from './geometry';
import type { Whiteboard } from './whiteboard';

/** How many frames something may take to be drawn after it has come into sight. */
const FRAMES = 20;
/** What is brought into sight keeps so far from the edge. */
const MARGIN = 48;

/** Gives the focus to a box or a connector, and brings it into sight. */
export function focusBox(whiteboard: Whiteboard, id: string): void {
  whiteboard.ui.setState({ focus: id });
  reveal(whiteboard, id);
  focusWhenDrawn(whiteboard, id, FRAMES);
}

function focusWhenDrawn(whiteboard: Whiteboard, id: string, frames: number): void {
  const element = whiteboard.surface?.querySelector<HTMLElement>(`[data-box="${CSS.escape(id)}"]`);
  if (element) element.focus({ preventScroll: true });
  else if (frames > 0 && whiteboard.ui.getState().focus === id)
    requestAnimationFrame(() => focusWhenDrawn(whiteboard, id, frames - 1));
}

/** Moves the view as little as is needed for something to be seen. */
export function reveal(whiteboard: Whiteboard, id: string): void {
  const { flow } = whiteboard;
  const bounds = whiteboard.boundsOf([id]);
  if (!flow || !bounds) return;
  const zoom = flow.getZoom();
  const wanted = inflated(bounds, MARGIN / zoom);
  const view = whiteboard.view();
  const by = {
    x: shift(wanted.x, wanted.w, view.x, view.w),
    y: shift(wanted.y, wanted.h, view.y, view.h),
  };
  if (by.x === 0 && by.y === 0) return;
  const viewport = flow.getViewport();
  void flow.setViewport({ x: viewport.x - by.x * zoom, y: viewport.y - by.y * zoom, zoom });
}

/** Returns how far a stretch of sight must go for another to be in it; its start if it is too long. */
export function shift(start: number, length: number, from: number, sight: number): number {
  if (length > sight || start < from) return start - from;
  return Math.max(0, start + length - from - sight);
}
