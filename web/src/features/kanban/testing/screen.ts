import { vi } from 'vitest';

/** The height every element has in a test, where nothing is laid out. */
const HEIGHT = 600;

/** Gives a test without a screen what virtual lists, animations and media queries ask for. */
export function pretendScreen(): void {
  class Observer implements ResizeObserver {
    readonly #callback: ResizeObserverCallback;
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback;
    }
    observe(target: Element): void {
      const isCard =
        target.querySelector('[data-card]') !== null && target.querySelector('[data-scroller]') === null;
      const height = isCard && !target.matches('[data-scroller]') ? 48 : HEIGHT;
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
