import { scrollSpeed } from './geometry';
import type { Point } from './gesture';

/** The longest stretch of time one step makes up for. */
const MAX_STEP_MS = 50;

/** Scrolls while the pointer rests near an edge, a step per frame. */
export class Autoscroll {
  readonly #again: () => void;
  #last: number | null = null;

  constructor(again: () => void) {
    this.#again = again;
  }

  step(time: number, pointer: Point, sideways: HTMLElement | null, upright: HTMLElement | null): void {
    const elapsed = this.#last === null ? 0 : Math.min(MAX_STEP_MS, time - this.#last) / 1_000;
    const x = sideways ? speed(sideways, pointer.x, 'x') : 0;
    const y = upright ? speed(upright, pointer.y, 'y') : 0;
    if (x === 0 && y === 0) {
      this.stop();
      return;
    }
    this.#last = time;
    if (sideways && x !== 0) sideways.scrollLeft += x * elapsed;
    if (upright && y !== 0) upright.scrollTop += y * elapsed;
    this.#again();
  }

  stop(): void {
    this.#last = null;
  }
}

/** Returns how fast to scroll, and nothing where there is no further to go. */
function speed(element: HTMLElement, position: number, axis: 'x' | 'y'): number {
  const rect = element.getBoundingClientRect();
  const value =
    axis === 'x'
      ? scrollSpeed(position, { start: rect.left, end: rect.right })
      : scrollSpeed(position, { start: rect.top, end: rect.bottom });
  const at = axis === 'x' ? element.scrollLeft : element.scrollTop;
  const end =
    axis === 'x' ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight;
  if (value < 0) return at > 0 ? value : 0;
  return at < end - 1 ? value : 0;
}
