import { useEffect, useRef, useState } from 'react';
import type { Box } from '@/ui/place';

/** What the tour is about changes with the page and the board, also without telling. */
const LOOK_MS = 150;

/** Looks at once, and then again and again; at once too when it is about another step. */
export function useLooking(step: number, look: () => void): void {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is looked at without waiting.
  useEffect(() => {
    latest.current();
    const timer = window.setInterval(() => latest.current(), LOOK_MS);
    return () => window.clearInterval(timer);
  }, [step]);
}

export interface Sight {
  /** Where what the step is about is on the screen; null while it is not there. */
  readonly anchor: Box | null;
  /** Where a panel beside the page begins, or the screen ends. */
  readonly edge: number;
}

/** What there is to be seen of what a step is about. `select` may find it only later, once the board has come. */
export function useSight(step: number, select: () => string | null): Sight {
  const [sight, setSight] = useState<Sight>({ anchor: null, edge: innerWidth });
  const found = useRef<Element | null>(null);
  useLooking(step, () => {
    const selector = select();
    const element = selector === null ? null : document.querySelector(selector);
    if (element !== found.current) element?.scrollIntoView({ block: 'nearest', inline: 'center' });
    found.current = element;
    const panel = document.querySelector('dialog[open]:not(:modal)');
    const edge = panel?.getBoundingClientRect().left ?? innerWidth;
    const next = { anchor: boxOf(element), edge };
    setSight((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  });
  return sight;
}

/** The part of an element that is on the screen. */
function boxOf(element: Element | null): Box | null {
  const rect = element?.getBoundingClientRect();
  if (!rect || rect.width === 0) return null;
  const left = Math.max(4, rect.left);
  const top = Math.max(4, rect.top);
  const width = Math.min(rect.right, innerWidth - 4) - left;
  const height = Math.min(rect.bottom, innerHeight - 4) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}
