import type { Size } from './geometry';
import type { BoxKind } from './model';

/** The sizes and distances of a whiteboard, the same as the server's. */
export const NOTE_GAP = 20;
export const FRAME_PADDING = 30;
export const FRAME_HEADER = 30;
export const LARGEST = 1_000_000;

export const USUAL_SIZE: Readonly<Record<BoxKind, Size>> = {
  frame: { w: 300, h: 300 },
  note: { w: 200, h: 200 },
  shape: { w: 200, h: 200 },
  text: { w: 24, h: 30 },
};
