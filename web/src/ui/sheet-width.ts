import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useState } from 'react';
import { browserStorage, type KeyValues } from '@/lib/storage';

export const NARROWEST = 380;
/** What stays of the page beside the sheet. */
const ROOM = 340;
const STEP = 32;

/** Returns a width that fits into a window. */
export function fitting(width: number, window: number): number {
  return Math.round(Math.max(NARROWEST, Math.min(width, window - ROOM)));
}

/** The width of a sheet that can be drawn wider, remembered in this browser. */
export function useSheetWidth(key: string | undefined, usual: number, storage: KeyValues = browserStorage()) {
  const stored = key === undefined ? null : `tandem.sheet.${key}`;
  const [wanted, setWanted] = useState(() => Number(stored && storage.getItem(stored)) || usual);
  const [room, setRoom] = useState(() => window.innerWidth);
  useLayoutEffect(() => {
    const look = () => setRoom(window.innerWidth);
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  const width = stored === null ? usual : fitting(wanted, room);

  const set = (next: number) => {
    const fits = fitting(next, window.innerWidth);
    setWanted(fits);
    try {
      if (stored) storage.setItem(stored, String(fits));
    } catch {
      // A full storage costs only that the next visit begins with the usual width.
    }
  };
  const handle = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) set(window.innerWidth - event.clientX);
    },
    onDoubleClick: () => set(usual),
    onKeyDown: (event: KeyboardEvent) => {
      const wider = { ArrowLeft: STEP, ArrowRight: -STEP, Home: window.innerWidth, End: -window.innerWidth };
      const by = wider[event.key as keyof typeof wider];
      if (by === undefined) return;
      event.preventDefault();
      set(width + by);
    },
  };
  return { width, widest: fitting(room, room), handle };
}
