import type { Size } from './geometry';
import { labelSize, type Measure, type TextStyle } from './grow';

/** Where texts are written to see how large they become. */
let paper: HTMLElement | null = null;

/** Measures a text in the browser, in the font and by the rules it is shown with. */
export const measureText: Measure = (text, style, width) => {
  const sheet = sheetFor(style);
  // A line break at the end counts only if something follows it.
  sheet.textContent = text.endsWith('\n') || text === '' ? `${text}\u200b` : text;
  sheet.style.width = 'max-content';
  sheet.style.maxWidth = `${Math.max(1, width)}px`;
  const { width: w, height: h } = sheet.getBoundingClientRect();
  sheet.style.overflowWrap = 'normal';
  sheet.style.width = 'min-content';
  sheet.style.maxWidth = 'none';
  const { width: word } = sheet.getBoundingClientRect();
  return { w, h, word };
};

/** Labels are asked for whenever a line is drawn, and seldom change. */
const labels = new Map<string, Size>();
const MOST_LABELS = 5_000;

/** Measures the label of a connector. */
export function measureLabel(label: string): Size {
  let size = labels.get(label);
  if (!size) {
    if (labels.size >= MOST_LABELS) labels.clear();
    size = labelSize(label, measureText);
    labels.set(label, size);
  }
  return size;
}

function sheetFor({ size, line, weight }: TextStyle): HTMLElement {
  if (!paper?.isConnected) {
    paper = document.createElement('div');
    paper.className = 'wb-words wb-paper';
    paper.setAttribute('aria-hidden', 'true');
    document.body.append(paper);
  }
  paper.style.cssText = `font-size:${size}px;line-height:${line}px;font-weight:${weight}`;
  return paper;
}
