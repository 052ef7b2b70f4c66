import { overlaps, type Rect } from './geometry';
import { isWithin } from './model';
import type { Whiteboard } from './whiteboard';

/** How near something must come on the screen to be drawn into line. */
export const REACH = 6;
/** With more than this in sight, lines to all of them help nobody. */
const MAX_NEIGHBOURS = 400;

/** Returns what is in sight, apart from what a hand holds and what lies in that; nothing if it is too much. */
export function neighbours(
  whiteboard: Pick<Whiteboard, 'board' | 'places' | 'view'>,
  held: readonly string[],
): readonly Rect[] {
  const { board, places } = whiteboard;
  const view = whiteboard.view();
  const others: Rect[] = [];
  for (const [id, rect] of places.rects) {
    if (!overlaps(rect, view) || held.some((each) => isWithin(board, id, each))) continue;
    others.push(rect);
    if (others.length > MAX_NEIGHBOURS) return [];
  }
  return others;
}
