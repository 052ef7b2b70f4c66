import type { Viewport } from '@/lib/whiteboard-api';
import type { Rect } from './geometry';
import type { Whiteboard } from './whiteboard';

/** Where there is a finger, there may be no key that says to add to the selection. */
export const TOUCH = '(any-pointer: coarse)';

/** How small and how large things are shown at most. */
export const FARTHEST = 0.05;
export const NEAREST = 4;
/** What the bars cover of the canvas, in pixels of the screen. With fingers one more stands above the tools. */
const ABOVE = 56;
const BELOW = 72;
const BELOW_WITH_FINGERS = 132;
/** More than this part of the canvas is not left to them. */
const MOST = 0.25;
/** What is shown keeps so far from the bars. */
const GAP = 16;
/** And so far from the sides, as a part of the view. */
const ASIDE = 0.05;

function bars({ surface }: Whiteboard): { readonly above: number; readonly below: number } {
  const height = surface?.clientHeight ?? 0;
  const below = matchMedia(TOUCH).matches ? BELOW_WITH_FINGERS : BELOW;
  return { above: Math.min(ABOVE, height * MOST), below: Math.min(below, height * MOST) };
}

/** What is in sight and under no bar, for the server to put something there. */
export function clearView(whiteboard: Whiteboard): Viewport {
  const { x, y, w, h } = whiteboard.view();
  const { above, below } = bars(whiteboard);
  const scale = h / (whiteboard.surface?.clientHeight || h || 1);
  const size = (length: number) => Math.max(1, Math.round(length));
  return {
    x: Math.round(x),
    y: Math.round(y + above * scale),
    w: size(w),
    h: size(h - (above + below) * scale),
  };
}

/** The part of the canvas in which things are shown, in pixels from its corner. */
export function clearRoom(whiteboard: Whiteboard): Rect {
  const { above, below } = bars(whiteboard);
  const { clientWidth: width = 0, clientHeight: height = 0 } = whiteboard.surface ?? {};
  const room = {
    x: width * ASIDE,
    y: above + GAP,
    w: width * (1 - 2 * ASIDE),
    h: height - above - below - 2 * GAP,
  };
  return { ...room, w: Math.max(1, room.w), h: Math.max(1, room.h) };
}
