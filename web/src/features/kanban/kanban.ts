import { Drag, type DragItem, type DropTarget } from '@/lib/drag/drag';
import { Flip } from '@/lib/drag/flip';
import { prefersReducedMotion } from '@/lib/drag/ghost';
import { dragByPointer } from '@/lib/drag/pointer';
import { FreshMarks } from '@/lib/fresh-marks';
import { tokens } from '@/lib/session';
import { browserStorage } from '@/lib/storage';
import { Texts } from '@/lib/texts/texts';
import type { LiveBoard } from '@/live/board';
import { ROOT } from '@/live/wire';
import { toast } from '@/ui/toast';
import { CardFilter } from './card-filter';
import { moveCard, moveColumn, writeText } from './edits';
import { CARD, COLUMN, columnsOf } from './model';
import { type FocusMap, firstFocus } from './navigate';
import { PeerMap } from './peer-map';
import { placeAt } from './place';
import { createUi, type Ui } from './ui-state';

/** How many frames a card may take to be drawn where it has gone. */
const FOCUS_FRAMES = 8;
/** How many it may take on a page that has just been opened. */
const REVEAL_FRAMES = 60;

/** A board on the screen: what its parts share, apart from React. */
export class Kanban {
  readonly board: LiveBoard;
  readonly user: string;
  readonly canEdit: boolean;
  readonly ui: Ui = createUi();
  readonly filter: CardFilter;
  readonly peers: PeerMap;
  readonly fresh: FreshMarks;
  readonly texts: Texts;
  readonly flip: Flip;
  readonly drag: Drag;
  /** The element that scrolls sideways. */
  scroller: HTMLElement | null = null;
  /** Where what is carried floats. */
  layer: HTMLElement | null = null;
  #lists: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(board: LiveBoard, user: string, canEdit: boolean) {
    this.board = board;
    this.user = user;
    this.canEdit = canEdit;
    this.filter = new CardFilter(board);
    this.peers = new PeerMap(board, user);
    this.fresh = new FreshMarks(board, user);
    this.texts = new Texts(
      board,
      browserStorage(),
      user,
      (node, prop, text, fromSeq) => writeText(board, node, prop, text, fromSeq),
      () => tokens.session()?.user.id === user,
    );
    this.flip = new Flip(() => this.layer);
    this.drag = new Drag({
      flip: this.flip,
      scroller: () => this.scroller,
      layer: () => this.layer,
      drop: (item, target) => this.drop(item, target),
    });
  }

  /** Runs while the board is on the screen. */
  start(): () => void {
    const stops = [
      this.peers.start(),
      this.fresh.start(),
      this.texts.start(),
      this.board.subscribe(() => this.#look()),
      this.filter.subscribe(() => this.#mindFocus()),
      () => this.filter.stop(),
    ];
    const resized = () => this.drag.changed();
    addEventListener('resize', resized);
    if (this.canEdit && this.scroller) {
      stops.push(dragByPointer(this.scroller, this.drag, (target) => this.#itemAt(target)));
    }
    this.#look();
    return () => {
      removeEventListener('resize', resized);
      this.drag.cancel();
      for (const stop of stops) stop();
    };
  }

  /** What the focus can be moved to. */
  map(): FocusMap {
    return {
      columns: columnsOf(this.board),
      cards: (column) => this.filter.visible(column),
      level: (column, card) => this.#level(column, card),
    };
  }

  /** The item of this id, when it is mounted. */
  item(id: string): DragItem | null {
    const element = this.flip.element(id);
    const kind = this.board.node(id)?.kind;
    return element && kind !== undefined ? { kind, id, element } : null;
  }

  drop(item: DragItem, { list, gap }: DropTarget): void {
    if (item.kind === COLUMN) {
      const columns = columnsOf(this.board);
      moveColumn(this.board, item.id, placeAt(columns, columns, item.id, gap));
      return;
    }
    const all = this.board.children(list);
    moveCard(this.board, item.id, list, placeAt(this.filter.visible(list), all, item.id, gap));
  }

  announce(text: string): void {
    // The same words twice are heard twice only if they differ.
    const { announcement } = this.ui.getState();
    this.ui.setState({ announcement: text === announcement ? `${text}\u00a0` : text });
  }

  /** Gives the focus to a card or a column, and brings it into view. */
  focus(id: string): void {
    const column = this.board.node(id)?.parent;
    if (column !== undefined && column !== ROOT) this.drag.list(column)?.reveal(id);
    this.ui.setState({ focus: id });
    this.#focusWhenDrawn(id, FOCUS_FRAMES);
  }

  /** Brings a card into view as soon as it is drawn; returns how to give up on it. */
  reveal(id: string): () => void {
    const column = this.board.node(id)?.parent;
    if (column !== undefined) this.drag.list(column)?.reveal(id);
    let frame = 0;
    const look = (left: number) => {
      frame = requestAnimationFrame(() => {
        const element = this.flip.element(id);
        const behavior = prefersReducedMotion() ? 'instant' : 'smooth';
        if (element) element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior });
        else if (left > 1) look(left - 1);
      });
    };
    look(REVEAL_FRAMES);
    return () => cancelAnimationFrame(frame);
  }

  /** A list draws what is in sight a little later, and takes away what has left it: hold on until it has settled. */
  #focusWhenDrawn(id: string, frames: number, shown: HTMLElement | null = null): void {
    requestAnimationFrame(() => {
      const element = this.scroller?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(id)}"]`) ?? null;
      const isWanted = frames === FOCUS_FRAMES || document.activeElement === document.body;
      if (isWanted) element?.focus({ preventScroll: true });
      // Only once: after a scroll the columns glide to their new place, and would be measured on the way.
      if (isWanted && element !== shown) {
        this.flip.rest(id);
        element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
      const next = isWanted ? element : shown;
      if (frames > 1 && this.ui.getState().focus === id) this.#focusWhenDrawn(id, frames - 1, next);
    });
  }

  #itemAt(target: Element): DragItem | null {
    const handle = target.closest<HTMLElement>('[data-grip]');
    const id = handle?.dataset.grip;
    return id === undefined ? null : this.item(id);
  }

  /** Hears of every change before it is drawn. */
  #look(): void {
    const lists = new Map<string, readonly string[]>();
    for (const column of columnsOf(this.board)) lists.set(column, this.board.children(column));
    lists.set(ROOT, columnsOf(this.board));
    const before = this.#lists;
    const changed = [...new Set([...before.keys(), ...lists.keys()])].filter(
      (parent) => before.get(parent) !== lists.get(parent),
    );
    if (changed.length === 0) return;
    this.#lists = lists;
    const gather = (from: ReadonlyMap<string, readonly string[]>) =>
      new Set(changed.flatMap((parent) => from.get(parent) ?? []));
    const was = gather(before);
    const is = gather(lists);
    this.#keepFocus();
    this.flip.capture({ appeared: without(is, was), vanished: without(was, is) });
    this.drag.changed();
    this.#mindDragged();
    this.#mindFocus();
  }

  /** A card that moves to another column is mounted anew there; the focus goes along. */
  #keepFocus(): void {
    const focused = document.activeElement;
    const id =
      focused instanceof HTMLElement && this.scroller?.contains(focused) ? focused.dataset.focus : undefined;
    if (id === undefined) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && this.board.node(id)) this.focus(id);
    });
  }

  #mindDragged(): void {
    const item = this.drag.item();
    if (!item || this.board.node(item.id)) return;
    this.drag.cancel();
    const what = item.kind === CARD ? 'card' : 'column';
    toast({ title: `The ${what} you were moving was deleted by somebody else.` });
  }

  /** The focus never stays on something that is not shown. */
  #mindFocus(): void {
    const { focus } = this.ui.getState();
    const node = focus === null ? undefined : this.board.node(focus);
    const isShown = node && (node.kind === COLUMN || this.filter.visible(node.parent).includes(node.id));
    if (!isShown) this.ui.setState({ focus: firstFocus(this.map()) });
  }

  #level(column: string, card: string): string | undefined {
    const list = this.drag.list(column);
    const rect = this.flip.element(card)?.getBoundingClientRect();
    const content = list?.content()?.getBoundingClientRect();
    if (!list || !rect || !content) return undefined;
    const cards = this.filter.visible(column);
    const track = list.track();
    const level = rect.top + rect.height / 2 - content.top;
    const index = cards.findIndex((_, at) => track.offset(at) + track.size(at) > level);
    return cards.at(index);
  }
}

function without(all: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...all].filter((id) => !others.has(id)));
}
