import { type Box, place, type Side, type Size } from '@/ui/place';

const GAP = 12;
const MARGIN = 8;
/** What is lower than this has its words below it, what is taller beside it. */
const TALL = 120;

/** Returns where the words of a step go: beside what they are about, and never on it nor on the panel beside the page. */
export function coachPlace(anchor: Box | null, size: Size, room: Size): { left: number; top: number } {
  const corner = {
    left: Math.max(MARGIN, room.width - size.width - MARGIN),
    top: Math.max(MARGIN, room.height - size.height - MARGIN),
  };
  if (!anchor) return corner;
  const sides: readonly Side[] =
    anchor.height < TALL ? ['bottom', 'left', 'right', 'top'] : ['right', 'left', 'bottom', 'top'];
  const places = sides.map((side) => place(anchor, size, room, { side, gap: GAP }));
  return places.find(({ left, top }) => !overlap({ left, top, ...size }, anchor)) ?? corner;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
