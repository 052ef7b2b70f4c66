import type { Size } from './geometry';
import type { Box, TextSize } from './model';
import { sizeForText, textRoom } from './outline';

/** How a text is written: the same numbers as in the server's `layout` crate. */
export interface TextStyle {
  readonly size: number;
  readonly line: number;
  readonly weight: number;
}

export const NOTE_STYLE: TextStyle = { size: 16, line: 22, weight: 400 };
export const SHAPE_STYLE: TextStyle = { size: 16, line: 22, weight: 500 };
export const TEXT_STYLES: Readonly<Record<TextSize, TextStyle>> = {
  s: { size: 14, line: 20, weight: 400 },
  m: { size: 16, line: 22, weight: 400 },
  l: { size: 24, line: 32, weight: 600 },
  xl: { size: 36, line: 44, weight: 600 },
};
export const LABEL_STYLE: TextStyle = { size: 13, line: 18, weight: 500 };
const LABEL_PADDING = { across: 6, down: 2 };
const WIDEST_LABEL = 160;
export const NOTE_PADDING = 16;
export const TEXT_PADDING = 4;
/** A text without a box is no wider than this before it wraps. */
export const WIDEST_TEXT = 480;
/** How wide a text without words is: enough to see where it is. */
const NARROWEST_TEXT = 16;

/** Tells how large a text is when it is written into a width: `word` is its widest part that should not be broken. */
export type Measure = (text: string, style: TextStyle, width: number) => Size & { readonly word: number };

export function styleOf({ kind, size }: Pick<Box, 'kind' | 'size'>): TextStyle {
  return kind === 'text' ? TEXT_STYLES[size] : kind === 'shape' ? SHAPE_STYLE : NOTE_STYLE;
}

/** Returns how large a box must be to hold a text; it is never made smaller, but for a text without a box. */
export function grown(box: Box, text: string, measure: Measure): Size {
  const style = styleOf(box);
  switch (box.kind) {
    case 'frame':
      return { w: box.w, h: box.h };
    case 'note': {
      const { h } = measure(text, style, box.w - 2 * NOTE_PADDING);
      return { w: box.w, h: Math.max(box.h, Math.ceil(h + 2 * NOTE_PADDING)) };
    }
    case 'shape': {
      const { word } = measure(text, style, textRoom(box.geo, box).w);
      const w = Math.max(box.w, Math.min(sizeForText(box.geo, { w: word, h: 0 }).w, WIDEST_TEXT));
      const { h } = measure(text, style, textRoom(box.geo, { w, h: box.h }).w);
      return { w, h: Math.max(box.h, sizeForText(box.geo, { w: 0, h }).h) };
    }
    case 'text':
      return sizeOfText(box, text, measure);
  }
}

/** A text without a box is as wide as its words, or wraps where it was made to wrap. */
function sizeOfText(box: Box, text: string, measure: Measure): Size {
  const style = styleOf(box);
  const room = box.w - 2 * TEXT_PADDING;
  const isNarrowed = box.text !== '' && Math.ceil(measure(box.text, style, WIDEST_TEXT).w) > room + 1;
  const { w, h } = measure(text, style, isNarrowed ? room : WIDEST_TEXT);
  const width = isNarrowed ? room : Math.max(NARROWEST_TEXT, Math.ceil(w));
  return { w: width + 2 * TEXT_PADDING, h: Math.ceil(Math.max(h, style.line)) + 2 * TEXT_PADDING };
}

/** Returns how much room the label of a connector takes. */
export function labelSize(label: string, measure: Measure): Size {
  const { across, down } = LABEL_PADDING;
  const { w, h } = measure(label, LABEL_STYLE, WIDEST_LABEL - 2 * across);
  return { w: w + 2 * across, h: h + 2 * down };
}
