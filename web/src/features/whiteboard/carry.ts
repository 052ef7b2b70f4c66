import type { NodeChange } from '@xyflow/react';
import { adopterOf } from './adopt';
import { dropBoxes, duplicate } from './edits';
import { boundsOf, encloses, moved, type Point, type Rect } from './geometry';
import { boxOf, originOf } from './model';
import { neighbours, REACH } from './neighbours';
import { nameOf } from './reading';
import type { FlowNode } from './scene';
import { snap } from './snap';
import { NO_GUIDES, NOTHING } from './ui-state';
import type { Whiteboard } from './whiteboard';

/** A hand that has moved less than this on the screen has clicked. */
const CLICK = 3;

/** Carries what xyflow says is dragged: as a draft while the hand holds it, as one edit afterwards. */
export class Carry {
  readonly #whiteboard: Whiteboard;
  /** Where things would be without being drawn into line, in their parents. */
  #held = new Map<string, Rect>();
  #isHeld = false;
  #isFree = false;
  #isStarting = false;

  constructor(whiteboard: Whiteboard) {
    this.#whiteboard = whiteboard;
  }

  /** Hears what xyflow wants of the boxes; returns nothing of it is applied but through the document. */
  hear(changes: readonly NodeChange<FlowNode>[]): void {
    const selected = new Map<string, boolean>();
    for (const change of changes) {
      if (change.type === 'select') selected.set(change.id, change.selected);
      else if (change.type === 'position' && change.position) this.#place(change.id, change.position);
    }
    if (selected.size > 0 && !this.#whiteboard.ui.getState().isSeveral) this.#select(selected);
    if (this.#held.size === 0) return;
    if (this.#isHeld) this.#drag();
    else this.#held.clear();
  }

  start(event: MouseEvent | TouchEvent): void {
    if (!this.#whiteboard.canEdit) return;
    this.#isHeld = true;
    this.#held.clear();
    this.#isStarting = true;
    this.#whiteboard.ui.setState({ isCopying: event.altKey, menu: null });
  }

  /** Notes what the keys say while something is dragged. */
  follow(event: MouseEvent | TouchEvent): void {
    this.#isFree = event.ctrlKey || event.metaKey;
  }

  /** Lets go of what is dragged. */
  end(): void {
    const { board, ui } = this.#whiteboard;
    const { draft, isCopying } = ui.getState();
    const isDrag = this.#isHeld && !this.#isStarting;
    this.#isHeld = false;
    this.#held.clear();
    const dropped = this.#onBoard(draft);
    this.#whiteboard.letGo();
    if (!isDrag || dropped.size === 0) return;
    if (isCopying) {
      const [[first, place] = ['', null]] = dropped;
      const from = originOf(board, first);
      if (place)
        this.#whiteboard.select(
          duplicate(board, dropped.keys(), { x: place.x - from.x, y: place.y - from.y }),
        );
      return;
    }
    const before = new Map([...dropped.keys()].map((id) => [id, board.node(id)?.parent]));
    if (dropBoxes(board, this.#whiteboard.places, dropped)) this.#sayParents(before);
  }

  #place(id: string, { x, y }: Point): void {
    const box = this.#held.get(id) ?? boxOf(this.#whiteboard.board, id);
    if (box) this.#held.set(id, { x, y, w: box.w, h: box.h });
  }

  #drag(): void {
    const { board, ui } = this.#whiteboard;
    if (this.#isStarting && !this.#hasMoved()) return;
    this.#isStarting = false;
    const loose = this.#onBoard(this.#held);
    const { by, guides } = this.#isFree ? { by: { x: 0, y: 0 }, guides: NO_GUIDES } : this.#inLine(loose);
    const draft = new Map([...this.#held].map(([id, rect]) => [id, moved(rect, by)]));
    const moving = new Set(draft.keys());
    const adopting = new Set<string>();
    for (const [id, rect] of loose) {
      const place = moved(rect, by);
      const adopter = adopterOf(board, this.#whiteboard.places, id, place, moving);
      if (adopter !== board.node(id)?.parent && board.node(adopter)) adopting.add(adopter);
    }
    ui.setState({ draft, guides, adopting: adopting.size === 0 ? NOTHING : adopting });
  }

  #hasMoved(): boolean {
    const [[id, rect] = ['', null]] = this.#held;
    const box = boxOf(this.#whiteboard.board, id);
    return (
      box !== null &&
      rect !== null &&
      Math.hypot(rect.x - box.x, rect.y - box.y) * this.#whiteboard.zoom >= CLICK
    );
  }

  /** Returns how far to go to be in line with what is in sight. */
  #inLine(loose: ReadonlyMap<string, Rect>) {
    const around = boundsOf(loose.values());
    if (!around) return { by: { x: 0, y: 0 }, guides: NO_GUIDES };
    return snap(around, neighbours(this.#whiteboard, [...loose.keys()]), REACH / this.#whiteboard.zoom);
  }

  /** Returns the places on the board of what is held in its parents. */
  #onBoard(held: ReadonlyMap<string, Rect>): Map<string, Rect> {
    const { board } = this.#whiteboard;
    const places = [...held].map(([id, rect]) => {
      return [id, moved(rect, originOf(board, board.node(id)?.parent ?? ''))] as const;
    });
    return new Map(places);
  }

  /** Takes over what xyflow selects; a box drawn inside of a frame does not mean the frame. */
  #select(selected: ReadonlyMap<string, boolean>): void {
    const { ui, board, flow } = this.#whiteboard;
    const marquee = this.#whiteboard.surface
      ?.querySelector('.react-flow__selection')
      ?.getBoundingClientRect();
    const corner =
      marquee && flow ? this.#whiteboard.toBoard({ clientX: marquee.left, clientY: marquee.top }) : null;
    const drawn = corner &&
      marquee && {
        ...corner,
        w: marquee.width / this.#whiteboard.zoom,
        h: marquee.height / this.#whiteboard.zoom,
      };
    const isMeant = (id: string) => {
      const place = boxOf(board, id)?.kind === 'frame' ? this.#whiteboard.places.rects.get(id) : null;
      return !drawn || !place || encloses(drawn, place);
    };
    const selection = new Set(ui.getState().selection);
    // xyflow knows nothing of connectors.
    if (!this.#whiteboard.isAdding) for (const id of selection) if (!boxOf(board, id)) selection.delete(id);
    for (const [id, isSelected] of selected) {
      if (isSelected && isMeant(id)) selection.add(id);
      else selection.delete(id);
    }
    this.#whiteboard.select(selection);
  }

  #sayParents(before: ReadonlyMap<string, string | undefined>): void {
    const { board } = this.#whiteboard;
    for (const [id, parent] of before) {
      const now = board.node(id)?.parent;
      if (now !== parent && now !== undefined) this.#whiteboard.announce(nameOf(board, id));
    }
  }
}
