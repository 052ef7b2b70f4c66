import type { Point } from './gesture';

/** How long things take to find their place, and how. */
export const SETTLE_MS = 180;
export const EASE_OUT = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
const TILT_DEGREES = 1.6;

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A picture of an element that floats above the page, while the element itself stays or goes. */
export class Ghost {
  readonly element: HTMLElement;
  readonly #size: { readonly width: number; readonly height: number };
  #at: Point;
  #isLifted = false;

  constructor(original: HTMLElement, rect: DOMRect, layer: HTMLElement) {
    this.element = pictureOf(original);
    this.#size = { width: rect.width, height: rect.height };
    this.#at = { x: rect.left, y: rect.top };
    const { style } = this.element;
    style.position = 'fixed';
    style.left = '0';
    style.top = '0';
    style.margin = '0';
    style.width = `${rect.width}px`;
    style.height = `${rect.height}px`;
    style.pointerEvents = 'none';
    layer.append(this.element);
    copyScroll(original, this.element);
    this.moveTo(this.#at);
  }

  /** Raises it off the page: a shadow, and a tilt unless things should hold still. */
  lift(how: 'following' | 'gliding'): void {
    this.#isLifted = true;
    if (how === 'gliding' && !prefersReducedMotion()) {
      this.element.style.transition = `transform ${SETTLE_MS}ms ${EASE_OUT}`;
    }
    this.element.dataset.lifted = '';
    this.moveTo(this.#at);
  }

  moveTo(at: Point): void {
    this.#at = at;
    this.element.style.transform = this.#transform(at, this.#isLifted && !prefersReducedMotion());
  }

  rect(): DOMRect {
    return new DOMRect(this.#at.x, this.#at.y, this.#size.width, this.#size.height);
  }

  /** Lets it glide to a place and go; resolves when it is gone. */
  async flyTo(at: Point): Promise<void> {
    delete this.element.dataset.lifted;
    await this.#leave([
      { transform: this.element.style.transform },
      { transform: this.#transform(at, false) },
    ]);
  }

  async fadeOut(): Promise<void> {
    const { transform } = this.element.style;
    await this.#leave([
      { opacity: 1, transform },
      { opacity: 0, transform: `${transform} scale(0.96)` },
    ]);
  }

  async #leave(frames: Keyframe[]): Promise<void> {
    if (!prefersReducedMotion()) {
      const animation = this.element.animate(frames, {
        duration: SETTLE_MS,
        easing: EASE_OUT,
        fill: 'forwards',
      });
      // A cancelled animation has nothing left to wait for.
      await animation.finished.catch(() => undefined);
    }
    this.element.remove();
  }

  #transform(at: Point, isTilted: boolean): string {
    return `translate3d(${at.x}px, ${at.y}px, 0)${isTilted ? ` rotate(${TILT_DEGREES}deg)` : ''}`;
  }
}

/** Copies an element without what must be there only once. */
function pictureOf(original: HTMLElement): HTMLElement {
  const copy = original.cloneNode(true) as HTMLElement;
  for (const element of [copy, ...copy.querySelectorAll<HTMLElement>('*')]) {
    for (const name of UNIQUE_ATTRIBUTES) element.removeAttribute(name);
  }
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  return copy;
}

const UNIQUE_ATTRIBUTES = [
  'id',
  'data-card',
  'data-column',
  'role',
  'aria-label',
  'aria-labelledby',
  'tabindex',
];

function copyScroll(original: HTMLElement, copy: HTMLElement): void {
  const copies = copy.querySelectorAll('[data-scroller]');
  original.querySelectorAll('[data-scroller]').forEach((scroller, index) => {
    const other = copies[index];
    if (other) other.scrollTop = scroller.scrollTop;
  });
}
