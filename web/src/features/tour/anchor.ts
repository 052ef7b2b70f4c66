import { useEffect, useState } from 'react';
import type { Box } from '@/ui/place';

/** What the tour points at moves with the page, also without telling. */
const LOOK_MS = 150;

/** Where on the screen an element is, kept up to date; null while it is not there. */
export function useAnchor(selector: string | null): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const find = () => (selector === null ? null : document.querySelector<HTMLElement>(selector));
    const look = () => {
      const next = boxOf(find());
      setBox((before) => (isSame(before, next) ? before : next));
    };
    find()?.scrollIntoView({ block: 'nearest', inline: 'center' });
    look();
    const timer = window.setInterval(look, LOOK_MS);
    return () => window.clearInterval(timer);
  }, [selector]);
  return box;
}

/** The part of an element that is on the screen. */
function boxOf(element: HTMLElement | null): Box | null {
  const rect = element?.getBoundingClientRect();
  if (!rect || rect.width === 0) return null;
  const left = Math.max(4, rect.left);
  const top = Math.max(4, rect.top);
  const width = Math.min(rect.right, innerWidth - 4) - left;
  const height = Math.min(rect.bottom, innerHeight - 4) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

function isSame(one: Box | null, other: Box | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height
  );
}
