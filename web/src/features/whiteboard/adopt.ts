import { type Op, ROOT } from '@/live/wire';
import { middleOf, type Point, type Rect } from './geometry';
import { boxOf, isWithin, type Shape } from './model';
import type { Places } from './places';

/** Returns the frame that something put at a point lies in; the root where there is none. */
export function frameAt(shape: Shape, places: Places, point: Point, moving: ReadonlySet<string>): string {
  const isNone = (id: string) =>
    boxOf(shape, id)?.kind !== 'frame' || [...moving].some((other) => isWithin(shape, id, other));
  return places.at(point, isNone)?.id ?? ROOT;
}

/** Returns who takes a box in that is let go at a place: the topmost frame under its middle. */
export function adopterOf(
  shape: Shape,
  places: Places,
  id: string,
  place: Rect,
  moving: ReadonlySet<string>,
): string {
  const found = frameAt(shape, places, middleOf(place), moving);
  const frame = places.rects.get(found);
  const isFrame = boxOf(shape, id)?.kind === 'frame';
  // A frame goes into larger ones only.
  if (isFrame && frame && frame.w * frame.h <= place.w * place.h) return boxOf(shape, id)?.parent ?? ROOT;
  return found;
}

/** Returns what lets boxes go at their places on the board: each into the frame under it, and nothing jumps. */
export function dropOps(shape: Shape, places: Places, dropped: ReadonlyMap<string, Rect>): Op[] {
  const moving = new Set(dropped.keys());
  return [...dropped].flatMap(([id, place]): Op[] => {
    const box = boxOf(shape, id);
    if (!box) return [];
    const parent = adopterOf(shape, places, id, place, moving);
    const origin = places.rects.get(parent) ?? { x: 0, y: 0 };
    const [x, y] = [whole(place.x - origin.x), whole(place.y - origin.y)];
    const ops: Op[] = parent === box.parent ? [] : [{ op: 'move', id, parent }];
    if (x !== box.x || y !== box.y) ops.push({ op: 'update', id, props: { x, y } });
    return ops;
  });
}

export function whole(value: number): number {
  // Adding zero turns −0 into 0.
  return Math.round(value) + 0;
}
