import { EASE_OUT, Ghost, prefersReducedMotion, SETTLE_MS } from './ghost';

/** Something that moves about on the page, perhaps inside another such thing. */
export interface Mover {
  readonly element: HTMLElement;
  readonly within: string | null;
}

interface Seen {
  readonly rect: DOMRect;
  readonly within: string | null;
  readonly picture: Ghost | null;
}

/** What came and went since the last look; the rest has at most moved. */
export interface Difference {
  readonly appeared: ReadonlySet<string>;
  readonly vanished: ReadonlySet<string>;
}

/** At most so many pictures of what goes are taken at once. */
const MAX_PICTURES = 12;
const NOTHING: ReadonlySet<string> = new Set();

/**
 * Lets what is on the screen glide to its new place: looks before a change is drawn, and again after.
 *
 * Only what is mounted is known here, so the cost does not grow with the board.
 */
export class Flip {
  readonly #movers = new Map<string, Mover>();
  readonly #landing = new Map<string, Ghost>();
  readonly #animations = new Map<string, Animation>();
  readonly #appeared = new Set<string>();
  readonly #layer: () => HTMLElement | null;
  #before: Map<string, Seen> | null = null;

  constructor(layer: () => HTMLElement | null) {
    this.#layer = layer;
  }

  register(id: string, mover: Mover): () => void {
    this.#movers.set(id, mover);
    return () => {
      if (this.#movers.get(id) === mover) this.#movers.delete(id);
    };
  }

  element(id: string): HTMLElement | null {
    return this.#movers.get(id)?.element ?? null;
  }

  /** Ends the gliding of something and of what it is in, so that it can be measured where it belongs. */
  rest(id: string): void {
    for (const part of [id, this.#movers.get(id)?.within]) if (part) this.#animations.get(part)?.cancel();
  }

  /** Looks where everything is, before the next drawing changes it. */
  capture(difference: Difference = { appeared: NOTHING, vanished: NOTHING }): void {
    for (const id of difference.appeared) this.#appeared.add(id);
    if (prefersReducedMotion() && this.#landing.size === 0) return;
    const isFirst = this.#before === null;
    const before = this.#before ?? new Map<string, Seen>();
    this.#before = before;
    let pictures = 0;
    for (const [id, { element, within }] of this.#movers) {
      const isGoing = difference.vanished.has(id);
      if (!isFirst && !isGoing) continue;
      const rect = element.getBoundingClientRect();
      if (!isOnScreen(rect)) continue;
      const layer = this.#layer();
      const picture = isGoing && layer && pictures < MAX_PICTURES ? new Ghost(element, rect, layer) : null;
      if (picture) {
        pictures += 1;
        picture.element.hidden = true;
      }
      before.set(id, { rect, within, picture });
    }
    if (isFirst) afterLayout(() => this.#play());
  }

  /** Lets `ghost` fly to where `id` turns out to be. */
  land(id: string, ghost: Ghost): void {
    this.#landing.set(id, ghost);
    this.capture();
  }

  #play(): void {
    const before = this.#before ?? new Map<string, Seen>();
    this.#before = null;
    const now = new Map<string, DOMRect>();
    for (const [id, { element }] of this.#movers) {
      // What still glides is measured where it will come to rest.
      this.#animations.get(id)?.cancel();
      now.set(id, element.getBoundingClientRect());
    }
    for (const [id, rect] of now) this.#settle(id, before, now, rect);
    for (const [id, { picture }] of before) {
      if (picture && !now.has(id)) {
        picture.element.hidden = false;
        void picture.fadeOut();
      } else picture?.element.remove();
    }
    for (const ghost of this.#landing.values()) void ghost.fadeOut();
    this.#landing.clear();
    this.#appeared.clear();
  }

  #settle(id: string, before: Map<string, Seen>, now: Map<string, DOMRect>, rect: DOMRect): void {
    const mover = this.#movers.get(id);
    if (!mover) return;
    const ghost = this.#landing.get(id);
    if (ghost) {
      this.#landing.delete(id);
      if (!isOnScreen(rect)) void ghost.fadeOut();
      else this.#fly(mover.element, ghost, rect);
      return;
    }
    const seen = before.get(id);
    if (!seen) {
      if (this.#appeared.has(id) && isOnScreen(rect)) this.#animate(id, mover.element, APPEAR);
      return;
    }
    if (seen.within !== mover.within) {
      const layer = this.#layer();
      // A list clips what comes into it from outside, so a picture makes the way.
      if (layer) this.#fly(mover.element, new Ghost(mover.element, seen.rect, layer), rect);
      return;
    }
    const carried =
      mover.within === null ? null : distance(before.get(mover.within)?.rect, now.get(mover.within));
    const moved = distance(seen.rect, rect);
    const x = moved.x - (carried?.x ?? 0);
    const y = moved.y - (carried?.y ?? 0);
    if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
    this.#animate(id, mover.element, [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }]);
  }

  #fly(element: HTMLElement, ghost: Ghost, rect: DOMRect): void {
    const hidden = element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: SETTLE_MS * 2 });
    void ghost.flyTo({ x: rect.left, y: rect.top }).then(() => hidden.cancel());
  }

  #animate(id: string, element: HTMLElement, frames: Keyframe[]): void {
    if (prefersReducedMotion()) return;
    const animation = element.animate(frames, { duration: SETTLE_MS, easing: EASE_OUT });
    this.#animations.set(id, animation);
    animation.onfinish = () => {
      if (this.#animations.get(id) === animation) this.#animations.delete(id);
    };
  }
}

const APPEAR: Keyframe[] = [
  { opacity: 0, transform: 'scale(0.96)' },
  { opacity: 1, transform: 'none' },
];

function distance(from: DOMRect | undefined, to: DOMRect | undefined): { x: number; y: number } {
  return from && to ? { x: from.left - to.left, y: from.top - to.top } : { x: 0, y: 0 };
}

function isOnScreen(rect: DOMRect): boolean {
  return (
    rect.width > 0 && rect.bottom > 0 && rect.right > 0 && rect.top < innerHeight && rect.left < innerWidth
  );
}

/** Calls back once the next frame is laid out and its lists have measured what is new in them, just before it is painted. */
function afterLayout(callback: () => void): void {
  requestAnimationFrame(() => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      callback();
    });
    observer.observe(document.documentElement);
  });
}
