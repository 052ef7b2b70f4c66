import { KeyedListeners, Listeners } from '@/live/listeners';
import { Autoscroll } from './autoscroll';
import type { Flip } from './flip';
import { gapAt, gapOffset, type Lifted, nearestSpan, type Span, type Track } from './geometry';
import type { Point } from './gesture';
import { Ghost } from './ghost';

/** Something that can be lifted: a card, or a column by its header. */
export interface DragItem {
  readonly kind: string;
  readonly id: string;
  readonly element: HTMLElement;
}

/** A list that items of one kind can be dropped into. */
export interface DropList {
  readonly id: string;
  readonly kind: string;
  readonly axis: 'x' | 'y';
  /** What the pointer is over when it means this list. */
  readonly zone: HTMLElement;
  readonly scroller: HTMLElement;
  /** The element whose start is the start of the track. */
  readonly content: () => HTMLElement | null;
  track(): Track;
  indexOf(item: string): number;
  /** Brings an item of the list into view, also one that is not mounted. */
  reveal(item: string): void;
}

/** What a list shows of a drag: which item is in the hand, how big it is, and the gap it would drop into. */
export interface ListView {
  readonly item: string;
  readonly size: number;
  readonly gap: number | null;
  readonly gapStart: number;
}

export interface DropTarget {
  readonly list: string;
  /** The place among the items that stay. */
  readonly gap: number;
}

export interface DragHost {
  readonly flip: Flip;
  /** What scrolls sideways and holds all lists. */
  scroller(): HTMLElement | null;
  layer(): HTMLElement | null;
  drop(item: DragItem, target: DropTarget): void;
}

interface Active {
  readonly item: DragItem;
  readonly size: number;
  readonly grip: Point;
  readonly ghost: Ghost;
  pointer: Point;
  lists: readonly DropList[];
  spans: readonly Span[];
  /** Where each list's content begins when it is not scrolled. */
  starts: readonly number[];
  target: DropTarget | null;
  /** Whether keys aim it, and no pointer. */
  readonly isHeld: boolean;
}

const LOOKS_AFTER_CHANGE = 2;

/** Carries one item at a time over the lists of a board; what it shows of that, lists subscribe to one by one. */
export class Drag {
  readonly #host: DragHost;
  readonly #lists = new Map<string, DropList>();
  readonly #views = new Map<string, ListView>();
  readonly #viewListeners = new KeyedListeners();
  readonly #listeners = new Listeners();
  readonly #autoscroll = new Autoscroll(() => this.#requestFrame());
  #active: Active | null = null;
  #frame: number | null = null;
  #isStale = false;
  /** Frames to look again after a change: lists measure what is new in them only once it is drawn. */
  #looks = 0;

  constructor(host: DragHost) {
    this.#host = host;
  }

  register(list: DropList): () => void {
    this.#lists.set(list.id, list);
    this.changed();
    return () => {
      if (this.#lists.get(list.id) === list) this.#lists.delete(list.id);
      this.changed();
    };
  }

  list(id: string): DropList | undefined {
    return this.#lists.get(id);
  }

  item(): DragItem | null {
    return this.#active?.item ?? null;
  }

  view(list: string): ListView | null {
    return this.#views.get(list) ?? null;
  }

  subscribeView(list: string, listener: () => void): () => void {
    return this.#viewListeners.add(list, listener);
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Says that lists have changed or moved, so that they are measured again before the next look. */
  changed(): void {
    this.#isStale = true;
    if (this.#active) this.#requestFrame();
  }

  lift(item: DragItem, pointer: Point): void {
    this.#take(item, pointer, false);
  }

  /** Lifts an item without a pointer: it goes where `aim` says. */
  hold(item: DragItem): void {
    const { left, top } = item.element.getBoundingClientRect();
    this.#take(item, { x: left, y: top }, true);
    const source = this.#sourceOf(item);
    if (source) this.aim({ list: source.id, gap: source.indexOf(item.id) });
  }

  /** Sends what is held to a gap. */
  aim(target: DropTarget): void {
    const active = this.#active;
    const list = this.#lists.get(target.list);
    if (!active?.isHeld || !list) return;
    active.target = target;
    list.zone.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const start = gapOffset(list.track(), liftedIn(list, active), target.gap);
    if (list.axis === 'y') reveal(list.scroller, start, active.size);
    this.#isStale = true;
    this.#requestFrame();
  }

  #sourceOf(item: DragItem): DropList | undefined {
    return [...this.#lists.values()].find((list) => list.kind === item.kind && list.indexOf(item.id) >= 0);
  }

  #take(item: DragItem, pointer: Point, isHeld: boolean): void {
    const layer = this.#host.layer();
    if (this.#active || !layer) return;
    const rect = item.element.getBoundingClientRect();
    const source = this.#sourceOf(item);
    const ghost = new Ghost(item.element, rect, layer);
    ghost.lift(isHeld ? 'gliding' : 'following');
    this.#active = {
      item,
      size: source ? source.track().size(source.indexOf(item.id)) : rect.height,
      grip: { x: pointer.x - rect.left, y: pointer.y - rect.top },
      ghost,
      pointer,
      lists: [],
      spans: [],
      starts: [],
      target: null,
      isHeld,
    };
    this.#isStale = true;
    this.#listeners.call();
    this.#requestFrame();
  }

  moveTo(pointer: Point): void {
    if (!this.#active) return;
    this.#active.pointer = pointer;
    this.#requestFrame();
  }

  /** Puts the item into the gap it is over, or back when it is over none. */
  drop(): void {
    const active = this.#active;
    if (!active) return;
    // The pointer may have moved since the last frame.
    this.#look(active);
    const { item, target } = active;
    this.#end(active);
    if (target) this.#host.drop(item, target);
  }

  cancel(): void {
    if (this.#active) this.#end(this.#active);
  }

  #end(active: Active): void {
    this.#autoscroll.stop();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#host.flip.land(active.item.id, active.ghost);
    this.#active = null;
    const lists = [...this.#views.keys()];
    this.#views.clear();
    for (const list of lists) this.#viewListeners.call(list);
    this.#listeners.call();
  }

  #requestFrame(): void {
    if (this.#frame !== null || !this.#active) return;
    this.#frame = requestAnimationFrame((time) => {
      this.#frame = null;
      const active = this.#active;
      if (!active) return;
      this.#look(active);
      active.ghost.moveTo(this.#ghostAt(active));
      if (!active.isHeld) this.#scroll(active, time);
      if (this.#looks > 0) {
        this.#looks -= 1;
        this.#requestFrame();
      }
    });
  }

  #ghostAt(active: Active): Point {
    const { pointer, grip, isHeld, target } = active;
    const list = isHeld && target ? this.#lists.get(target.list) : undefined;
    const view = list && this.#views.get(list.id);
    const content = list?.content()?.getBoundingClientRect();
    if (!list || !view || !content) return { x: pointer.x - grip.x, y: pointer.y - grip.y };
    return list.axis === 'y'
      ? { x: content.left, y: content.top + view.gapStart }
      : { x: content.left + view.gapStart, y: content.top };
  }

  #look(active: Active): void {
    if (this.#isStale) this.#measure(active);
    if (!active.isHeld) active.target = this.#targetOf(active);
    const list = active.target ? this.#lists.get(active.target.list) : undefined;
    for (const each of active.lists) this.#show(active, each, each === list ? active.target?.gap : undefined);
  }

  #targetOf(active: Active): DropTarget | null {
    const index = nearestSpan(active.spans, active.pointer.x + (this.#host.scroller()?.scrollLeft ?? 0));
    const list = active.lists[index];
    return list ? { list: list.id, gap: this.#gap(active, list, active.starts[index] ?? 0) } : null;
  }

  #gap(active: Active, list: DropList, start: number): number {
    const edge =
      list.axis === 'y'
        ? active.pointer.y - active.grip.y + list.scroller.scrollTop
        : active.pointer.x - active.grip.x + list.scroller.scrollLeft;
    return gapAt(list.track(), liftedIn(list, active), edge - start);
  }

  #show(active: Active, list: DropList, gap: number | undefined): void {
    const lifted = liftedIn(list, active);
    const before = this.#views.get(list.id);
    if (gap === undefined && lifted.index === null) {
      if (!before) return;
      this.#views.delete(list.id);
    } else {
      const gapStart = gap === undefined ? 0 : gapOffset(list.track(), lifted, gap);
      if (before && before.gap === (gap ?? null) && before.gapStart === gapStart) return;
      this.#views.set(list.id, { item: active.item.id, size: active.size, gap: gap ?? null, gapStart });
    }
    this.#viewListeners.call(list.id);
  }

  #measure(active: Active): void {
    this.#isStale = false;
    this.#looks = LOOKS_AFTER_CHANGE;
    const scrollLeft = this.#host.scroller()?.scrollLeft ?? 0;
    active.lists = [...this.#lists.values()].filter((list) => list.kind === active.item.kind);
    active.spans = active.lists.map(({ zone }) => {
      const { left, right } = zone.getBoundingClientRect();
      return { start: left + scrollLeft, end: right + scrollLeft };
    });
    active.starts = active.lists.map((list) => {
      const rect = list.content()?.getBoundingClientRect();
      if (!rect) return 0;
      return list.axis === 'y' ? rect.top + list.scroller.scrollTop : rect.left + list.scroller.scrollLeft;
    });
  }

  #scroll(active: Active, time: number): void {
    const board = this.#host.scroller();
    const list = active.target ? this.#lists.get(active.target.list) : undefined;
    const vertical = list?.axis === 'y' ? list.scroller : null;
    this.#autoscroll.step(time, active.pointer, board, vertical);
  }
}

/** Scrolls so that a stretch of the content is seen. */
function reveal(scroller: HTMLElement, start: number, size: number): void {
  const bottom = start + size - scroller.clientHeight;
  if (start < scroller.scrollTop) scroller.scrollTop = start;
  else if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
}

function liftedIn(list: DropList, { item, size }: Active): Lifted {
  const index = list.indexOf(item.id);
  return { index: index < 0 ? null : index, size };
}
