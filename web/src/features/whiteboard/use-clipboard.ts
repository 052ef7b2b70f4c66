import { useEffect } from 'react';
import { isTyping } from '@/lib/keys';
import { dialogIsOpen } from '@/ui/dialog-stack';
import { removeSelected, targets } from './actions';
import { COPIES_TYPE, paragraphsOf, readCopies, wordsOf, writeCopies } from './clipboard';
import { type Copied, copiesOf, placeOfCopies } from './copies';
import { type Drawing, drawingIn } from './drawing-file';
import { addNotes, paste } from './edits';
import { NOTE_GAP, USUAL_SIZE } from './facts';
import { middleOf, overlaps, type Point, type Rect } from './geometry';
import type { Whiteboard } from './whiteboard';

/** How far pasted things are put from their originals while those are in sight. */
const OFFSET = 24;

/** Copies, cuts and pastes what is on the board, while nothing is being written. */
export function useClipboard(
  whiteboard: Whiteboard,
  onDrawing: (drawing: Drawing) => void,
  onFiles: (files: readonly File[]) => void,
): void {
  useEffect(() => {
    const stop = new AbortController();
    const isOurs = (event: ClipboardEvent) =>
      !event.defaultPrevented &&
      !isTyping(event.target) &&
      !dialogIsOpen() &&
      !isInSheet(event.target) &&
      String(document.getSelection()) === '';
    const copy = (event: ClipboardEvent) => {
      const copies = copiesOf(whiteboard.board, targets(whiteboard));
      if (!isOurs(event) || copies.length === 0 || !event.clipboardData) return false;
      event.preventDefault();
      event.clipboardData.setData(COPIES_TYPE, writeCopies(copies));
      event.clipboardData.setData('text/plain', wordsOf(copies));
      whiteboard.announce(copies.length === 1 ? 'Copied one object.' : `Copied ${copies.length} objects.`);
      return true;
    };
    document.addEventListener('copy', copy, stop);
    if (!whiteboard.canEdit) return () => stop.abort();
    document.addEventListener('cut', (event) => copy(event) && removeSelected(whiteboard), stop);
    document.addEventListener(
      'paste',
      (event) => {
        if (!isOurs(event) || !event.clipboardData) return;
        event.preventDefault();
        const copies = readCopies(event.clipboardData.getData(COPIES_TYPE));
        const text = event.clipboardData.getData('text/plain');
        const drawing = drawingIn(text);
        if (copies) pasteCopies(whiteboard, copies);
        else if (drawing) onDrawing(drawing);
        else if (text !== '') pasteText(whiteboard, text);
        else if (event.clipboardData.files.length > 0) onFiles([...event.clipboardData.files]);
      },
      stop,
    );
    return () => stop.abort();
  }, [whiteboard, onDrawing, onFiles]);
}

/** What is copied or pasted in a sheet beside the canvas is no business of the canvas. */
function isInSheet(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

/** Puts copies a little aside of where they were, or into the middle of the view if that is elsewhere. */
export function pasteCopies(whiteboard: Whiteboard, copies: readonly Copied[]): void {
  const place = placeOfCopies(copies);
  if (!place) return;
  const by = offsetFor(place, whiteboard.view());
  const at = middleOf({ ...place, x: place.x + by.x, y: place.y + by.y });
  whiteboard.select(paste(whiteboard.board, copies, by, whiteboard.frameAt(at)));
}

export function offsetFor(place: Rect, view: Rect): Point {
  if (overlaps(place, view)) return { x: OFFSET, y: OFFSET };
  const [from, to] = [middleOf(place), middleOf(view)];
  return { x: Math.round(to.x - from.x), y: Math.round(to.y - from.y) };
}

/** Makes a note of each paragraph, in rows in the middle of the view. */
export function pasteText(whiteboard: Whiteboard, text: string): void {
  const paragraphs = paragraphsOf(text);
  const { w } = USUAL_SIZE.note;
  const heights = paragraphs.map((paragraph) => whiteboard.sizeAs({ ...BLANK, text: paragraph }).h);
  const middle = middleOf(whiteboard.view());
  const places = inRows(heights, w, middle);
  const notes = paragraphs.flatMap((paragraph, index) => {
    const place = places[index];
    return place ? [{ text: paragraph, place }] : [];
  });
  whiteboard.select(addNotes(whiteboard.board, notes, whiteboard.frameAt(middle)));
}

const BLANK = {
  id: '',
  kind: 'note',
  parent: '',
  x: 0,
  y: 0,
  ...USUAL_SIZE.note,
  text: '',
  color: 'yellow',
  geo: 'rectangle',
  size: 'm',
} as const;

/** Places boxes of one width in rows around a point; a row is as high as its highest. */
export function inRows(heights: readonly number[], w: number, middle: Point): Rect[] {
  const columns = Math.ceil(Math.sqrt(heights.length));
  const left = middle.x - (columns * (w + NOTE_GAP) - NOTE_GAP) / 2;
  const places: Rect[] = [];
  let y = 0;
  for (let start = 0; start < heights.length; start += columns) {
    const row = heights.slice(start, start + columns);
    for (const [index, h] of row.entries()) places.push({ x: left + index * (w + NOTE_GAP), y, w, h });
    y += Math.max(...row) + NOTE_GAP;
  }
  const top = middle.y - (y - NOTE_GAP) / 2;
  return places.map((place) => ({ ...place, y: place.y + top }));
}
