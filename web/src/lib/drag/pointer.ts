import type { Drag, DragItem } from './drag';
import { type Gesture, type GestureEvent, HOLD_MS, IDLE, nextGesture, type Point } from './gesture';

/** What a press begins on, or `null` when it is not for dragging. */
export type FindItem = (target: Element) => DragItem | null;

/** How long after a drop the click that belongs to it may come. */
const CLICK_MS = 60;
/** Things inside an item that have a press of their own. */
const OWN_PRESS = 'button, input, textarea, select, a, [contenteditable="true"], [data-no-drag]';

/** Turns presses inside `root` into drags; returns the way to stop. */
export function dragByPointer(root: HTMLElement, drag: Drag, find: FindItem): () => void {
  const press = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || event.button !== 0 || drag.item()) return;
    const own = target.closest(OWN_PRESS);
    if (own && root.contains(own)) return;
    const item = find(target);
    if (item) new Press(drag, item, target).begin(event);
  };
  root.addEventListener('pointerdown', press);
  return () => root.removeEventListener('pointerdown', press);
}

/** One press, from the pointer going down to its end. */
class Press {
  readonly #drag: Drag;
  readonly #item: DragItem;
  readonly #target: Element;
  readonly #listening = new AbortController();
  #gesture: Gesture = IDLE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #at: Point = { x: 0, y: 0 };

  constructor(drag: Drag, item: DragItem, target: Element) {
    this.#drag = drag;
    this.#item = item;
    this.#target = target;
  }

  begin(event: PointerEvent): void {
    const { signal } = this.#listening;
    const options = { signal, capture: true };
    addEventListener('pointermove', (move) => this.#move(move), options);
    addEventListener(
      'pointerup',
      (up) => this.#hear({ type: 'release', pointer: up.pointerId }, up),
      options,
    );
    addEventListener(
      'pointercancel',
      (cancel) => this.#hear({ type: 'interrupt', pointer: cancel.pointerId }),
      options,
    );
    addEventListener('pointerdown', (down) => this.#press(down), options);
    addEventListener('keydown', (key) => this.#key(key), options);
    addEventListener('blur', () => this.#hear({ type: 'escape' }), { signal });
    addEventListener('contextmenu', (menu) => this.#refuseWhileTouched(menu, event), options);
    addEventListener('dragstart', (drag) => drag.preventDefault(), options);
    // On the target, which hears the whole touch even when it has left the page; and from the start, for Safari.
    this.#target.addEventListener('touchmove', (touch) => this.#keepPageStill(touch), {
      signal,
      passive: false,
    });
    this.#target.addEventListener('touchend', (touch) => this.#keepPageStill(touch), {
      signal,
      passive: false,
    });
    this.#press(event);
  }

  #press(event: PointerEvent): void {
    // A pen drags like a mouse.
    const by = event.pointerType === 'touch' ? 'touch' : 'mouse';
    this.#hear({ type: 'press', pointer: event.pointerId, by, at: point(event) }, event);
  }

  #move(event: PointerEvent): void {
    // A mouse that comes back without its button was let go outside of the window.
    if (event.pointerType === 'mouse' && event.buttons === 0) {
      this.#hear({ type: 'interrupt', pointer: event.pointerId });
    } else this.#hear({ type: 'move', pointer: event.pointerId, at: point(event) }, event);
  }

  #hear(event: GestureEvent, from?: PointerEvent): void {
    if (from && (this.#gesture.kind === 'idle' || this.#gesture.pointer === from.pointerId))
      this.#at = point(from);
    const [gesture, effect] = nextGesture(this.#gesture, event);
    this.#gesture = gesture;
    switch (effect) {
      case 'none':
        break;
      case 'hold':
        this.#timer = setTimeout(() => this.#hear({ type: 'held' }), HOLD_MS);
        break;
      case 'forget':
        this.#end();
        break;
      case 'lift':
        this.#lift(event.type === 'held');
        break;
      case 'follow':
        this.#drag.moveTo(this.#at);
        break;
      case 'drop':
        this.#end();
        swallowClick();
        this.#drag.moveTo(this.#at);
        this.#drag.drop();
        break;
      case 'cancel':
        this.#end();
        swallowClick();
        this.#drag.cancel();
        break;
    }
  }

  #lift(isHeld: boolean): void {
    clearTimeout(this.#timer);
    if (isHeld) vibrate();
    // It ends by itself when somebody else deletes the item.
    const unsubscribe = this.#drag.subscribe(() => {
      if (!this.#drag.item()) this.#end();
    });
    this.#listening.signal.addEventListener('abort', unsubscribe);
    this.#drag.lift(this.#item, this.#at);
    if (!this.#drag.item()) this.#end();
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#gesture.kind !== 'lifted') return;
    event.preventDefault();
    event.stopPropagation();
    this.#hear({ type: 'escape' });
  }

  #refuseWhileTouched(menu: Event, press: PointerEvent): void {
    if (press.pointerType === 'touch') menu.preventDefault();
  }

  #keepPageStill(event: Event): void {
    if (this.#gesture.kind === 'lifted' && event.cancelable) event.preventDefault();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#listening.abort();
  }
}

function point(event: PointerEvent): Point {
  return { x: event.clientX, y: event.clientY };
}

function vibrate(): void {
  if ('vibrate' in navigator) navigator.vibrate(12);
}

/** Keeps the click that ends a drag from opening what was dragged. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), CLICK_MS);
}
