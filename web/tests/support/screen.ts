import { vi } from 'vitest';

/** The height every element has in a test, where nothing is laid out; the rows of a list are measured as less. */
const HEIGHT = 600;
const ROW_HEIGHT = 48;
const SCROLLER = '[data-scroller]';

/** Gives a test without a screen what virtual lists, animations and media queries ask for. */
export function pretendScreen(): void {
  class Observer implements ResizeObserver {
    readonly #callback: ResizeObserverCallback;
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback;
    }
    observe(target: Element): void {
      const isScroller = target.matches(SCROLLER) || target.querySelector(SCROLLER) !== null;
      const height = isScroller ? HEIGHT : ROW_HEIGHT;
      const contentRect = new DOMRect(0, 0, 260, height);
      const entry = {
        target,
        contentRect,
        borderBoxSize: [],
        contentBoxSize: [],
        devicePixelContentBoxSize: [],
      };
      queueMicrotask(() => this.#callback([entry], this));
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width') || query.includes('reduced-motion'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    get: () => document.body,
    configurable: true,
  });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => HEIGHT, configurable: true });
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => HEIGHT, configurable: true });
  Element.prototype.scrollIntoView = () => {};
}
