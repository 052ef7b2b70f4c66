/** Where the items of a list lie along its axis, in pixels from the start of its content. */
export interface Track {
  readonly count: number;
  offset(index: number): number;
  size(index: number): number;
}

/** The item that is in the hand: its index in the track, or `null` when it comes from elsewhere, and its size. */
export interface Lifted {
  readonly index: number | null;
  readonly size: number;
}

/** A stretch of the screen, along one axis. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The pixels from an edge in which the list scrolls by itself, and the fastest it does, per second. */
const SCROLL_ZONE = 64;
const SCROLL_SPEED = 1_100;
/** On a small screen it is slower: at most so many times its own length per second. */
const SCROLL_LENGTHS = 1.6;

/**
 * Returns the gap, counted among the items that stay, whose start is nearest to the leading edge of the lifted item.
 *
 * The items are thought of as closed up, without a gap, so what is shown now has no say and nothing flickers.
 */
export function gapAt(track: Track, lifted: Lifted, edge: number): number {
  let low = 0;
  let high = lifted.index === null ? track.count : track.count - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const index = trackIndex(lifted, middle);
    const centre = gapOffset(track, lifted, middle) + track.size(index) / 2;
    if (centre <= edge) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns where a gap begins when the items that stay are closed up. */
export function gapOffset(track: Track, lifted: Lifted, gap: number): number {
  const index = trackIndex(lifted, gap);
  const removed = lifted.index !== null && index > lifted.index ? track.size(lifted.index) : 0;
  if (index < track.count) return track.offset(index) - removed;
  const last = track.count - 1;
  return last < 0 ? 0 : track.offset(last) + track.size(last) - removed;
}

/** Returns how far the item at `index` steps aside for the gap, and into the room the lifted item left. */
export function shiftOf(index: number, lifted: Lifted, gap: number | null): number {
  const isAfter = lifted.index !== null && index > lifted.index;
  const place = isAfter ? index - 1 : index;
  const makesRoom = gap !== null && place >= gap;
  return (makesRoom ? lifted.size : 0) - (isAfter ? lifted.size : 0);
}

/** Returns the index of the span that holds `position`, or else of the nearest; -1 when there is none. */
export function nearestSpan(spans: readonly Span[], position: number): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  spans.forEach((span, index) => {
    const distance = Math.max(span.start - position, position - span.end, 0);
    if (distance < least) {
      nearest = index;
      least = distance;
    }
  });
  return nearest;
}

/** Returns how fast a list scrolls, in pixels per second, with the pointer this near to one of its edges. */
export function scrollSpeed(position: number, span: Span): number {
  const zone = Math.min(SCROLL_ZONE, (span.end - span.start) / 4);
  if (zone <= 0) return 0;
  const fastest = Math.min(SCROLL_SPEED, SCROLL_LENGTHS * (span.end - span.start));
  const before = Math.min(1, (span.start + zone - position) / zone);
  const after = Math.min(1, (position - (span.end - zone)) / zone);
  if (before > 0) return -fastest * before * before;
  return after > 0 ? fastest * after * after : 0;
}

/** Returns the track's index of the item that stays at `place`. */
function trackIndex(lifted: Lifted, place: number): number {
  return lifted.index !== null && place >= lifted.index ? place + 1 : place;
}
