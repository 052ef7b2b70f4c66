import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** What is carried, how far, and before which of the others it would land. */
export interface Carried {
  readonly id: string;
  readonly by: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
}

/** Returns where in a list something lands whose middle is at `y`, given the middles of the others. */
export function landing(middles: readonly number[], y: number): number {
  return middles.filter((middle) => middle < y).length;
}

/** Returns how far a row steps aside for what is carried. */
export function stepAside(carried: Carried | null, index: number): number {
  if (!carried || index === carried.from) return 0;
  const { from, to, height } = carried;
  if (from < index && index <= to) return -height;
  return to <= index && index < from ? height : 0;
}

interface Grip {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** Lets the rows of a list be carried by their grips. A row is found by its `data-row`. */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  drop: (id: string, to: number) => void,
): { carried: Carried | null; grip: (id: string) => Grip } {
  const [carried, setCarried] = useState<Carried | null>(null);
  const start = useRef<{ y: number; middle: number; middles: number[] } | null>(null);
  const lift = (id: string, event: PointerEvent<HTMLElement>) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const from = rows.findIndex(({ dataset }) => dataset.row === id);
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const own = boxes[from];
    if (!own || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const middles = boxes.filter((_, index) => index !== from).map(({ top, height }) => top + height / 2);
    start.current = { y: event.clientY, middle: own.top + own.height / 2, middles };
    setCarried({ id, by: 0, height: own.height, from, to: from });
  };
  const carry = (event: PointerEvent<HTMLElement>) => {
    if (!carried || !start.current) return;
    const { y, middle, middles } = start.current;
    const by = event.clientY - y;
    setCarried({ ...carried, by, to: landing(middles, middle + by) });
  };
  const end = (isDropped: boolean) => {
    if (!carried) return;
    start.current = null;
    setCarried(null);
    if (isDropped) drop(carried.id, carried.to);
  };
  return {
    carried,
    grip: (id) => ({
      onPointerDown: (event) => lift(id, event),
      onPointerMove: carry,
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
  };
}
