import type { Place } from '@/live/wire';

/**
 * Returns the place that a gap among the visible siblings stands for. A gap is counted among those that stay, and
 * what a filter hides keeps its place: the moved one goes right beside the visible neighbour.
 */
export function placeAt(
  visible: readonly string[],
  all: readonly string[],
  moving: string,
  gap: number,
): Place {
  const staying = visible.filter((id) => id !== moving);
  const above = staying[Math.min(gap, staying.length) - 1];
  if (above !== undefined) return above === all.findLast((id) => id !== moving) ? {} : { after: above };
  const below = staying[0];
  return below === undefined ? {} : { before: below };
}

/** Returns the order of the siblings once `moving` is at `place` among them. */
export function orderAt(all: readonly string[], moving: string, place: Place): readonly string[] {
  const rest = all.filter((id) => id !== moving);
  const neighbour = place.before ?? place.after;
  const at = neighbour === undefined ? -1 : rest.indexOf(neighbour);
  const index = at < 0 ? rest.length : place.after === undefined ? at : at + 1;
  return [...rest.slice(0, index), moving, ...rest.slice(index)];
}

/** Whether a move would leave everything as it is. */
export function isSamePlace(all: readonly string[], moving: string, place: Place): boolean {
  const moved = orderAt(all, moving, place);
  return moved.length === all.length && moved.every((id, index) => id === all[index]);
}
