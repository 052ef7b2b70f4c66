import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the current link of a row that scrolls in sight, whenever another becomes the current one. */
export function useCurrentInSight<T extends HTMLElement>(current: string | undefined): RefObject<T | null> {
  const row = useRef<T>(null);
  useEffect(() => {
    if (current === undefined) return;
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return row;
}
