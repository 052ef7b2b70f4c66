import type { ReactFlowInstance } from '@xyflow/react';
import { FreshMarks } from '@/lib/fresh-marks';
import { tokens } from '@/lib/session';
import { browserStorage } from '@/lib/storage';
import { bothVersions } from '@/lib/texts/text-editing';
import { Texts } from '@/lib/texts/texts';
import type { LiveBoard } from '@/live/board';
import { Listeners } from '@/live/listeners';
import { toast } from '@/ui/toast';
import { frameAt } from './adopt';
import { remove, writeText } from './edits';
import { boundsOf, type Point, type Rect, type Size } from './geometry';
import { grown } from './grow';
import { type Lines, nextLines } from './lines';
import { measureLabel, measureText } from './measure';
import { type Box, boxOf } from './model';
import type { Places } from './places';
import { AgentMarks } from './presence';
import { type FlowNode, type Grip, NO_DRAFT, NO_SCENE, nextScene, type Scene, withDraft } from './scene';
import { createUi, NO_GUIDES, NOTHING, type Ui, type UiState } from './ui-state';

export type Flow = ReactFlowInstance<FlowNode>;

/** What of the board the surface shows: where its corner is on the screen, how large, and how large the surface is. */
export interface Sight {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** How long the ways of connectors may be looked for before the screen is drawn again. */
const WAYS_MS = 10;
/** Below this zoom nobody can read, so no words are drawn. */
const PLAIN_BELOW = 0.25;

/** A whiteboard on the screen: what its parts share, apart from React. */
export class Whiteboard {
  readonly board: LiveBoard;
  readonly user: string;
  readonly canEdit: boolean;
  readonly ui: Ui = createUi();
  readonly fresh: FreshMarks;
  readonly agents: AgentMarks;
  readonly texts: Texts;
  /** The element everything is drawn in. */
  surface: HTMLElement | null = null;
  flow: Flow | null = null;
  /** Whether a key says that what is clicked comes to what is selected. */
  isAdding = false;
  /** Whether the pointer that is down, or was last, draws with a tool. */
  isDrawing = false;
  /** How large the box was when its writing began; it grows from there. */
  #writing: { readonly id: string; readonly size: Size } | null = null;
  readonly #drawn = new Listeners();
  readonly #moved = new Listeners();
  #sight: Sight = { x: 0, y: 0, zoom: 1, width: 0, height: 0 };
  #shown: Sight = this.#sight;
  #tellingMove: number | null = null;
  readonly #grip: Grip;
  #scene: Scene = NO_SCENE;
  #lines: Lines;
  #isOn = false;
  #goingOn: ReturnType<typeof setTimeout> | undefined;

  constructor(board: LiveBoard, user: string, canEdit: boolean) {
    this.board = board;
    this.user = user;
    this.canEdit = canEdit;
    this.fresh = new FreshMarks(board, user);
    this.agents = new AgentMarks(board);
    this.texts = new Texts(
      board,
      browserStorage(),
      user,
      (node, _, text, fromSeq) => writeText(board, node, text, fromSeq, this.sizeFor(node, text)),
      () => tokens.session()?.user.id === user,
    );
    this.#grip = canEdit && matchMedia('(pointer: coarse)').matches ? 'selected' : 'any';
    this.#lines = nextLines(null, board, measureLabel, () => false);
    this.#look();
  }

  /** Runs while the board is on the screen. */
  start(): () => void {
    let before = this.ui.getState();
    this.#isOn = true;
    const stops = [
      this.fresh.start(),
      this.agents.start(),
      this.texts.start(),
      this.texts.subscribe(() => this.#settleConflicts()),
      this.board.subscribe(() => {
        this.#forgetGone();
        this.#look();
      }),
      this.ui.subscribe((state) => {
        const isSame = state.selection === before.selection && state.draft === before.draft;
        before = state;
        if (!isSame) this.#look();
      }),
    ];
    this.#look();
    this.#settleConflicts();
    return () => {
      for (const stop of stops) stop();
      this.#isOn = false;
      clearTimeout(this.#goingOn);
    };
  }

  scene(): Scene {
    return this.#scene;
  }

  lines(): Lines {
    return this.#lines;
  }

  /** Where everything is now, with what a hand holds where the hand is. */
  get places(): Places {
    return this.#lines.places;
  }

  subscribe(listener: () => void): () => void {
    return this.#drawn.add(listener);
  }

  announce(text: string): void {
    // The same words twice are heard twice only if they differ.
    const { announcement } = this.ui.getState();
    this.ui.setState({ announcement: text === announcement ? `${text}\u00a0` : text });
  }

  select(ids: Iterable<string>, more: Partial<UiState> = {}): void {
    const selection = new Set(ids);
    const [only] = selection;
    const focus = selection.size === 1 && only !== undefined ? { focus: only } : {};
    this.ui.setState({ selection, isPinned: false, ...focus, ...more });
  }

  /** Adds something to the selection, or takes it away from it. */
  toggle(id: string): void {
    const selection = new Set(this.ui.getState().selection);
    if (!selection.delete(id)) selection.add(id);
    this.select(selection, { menu: null });
  }

  /** What was in sight when the last frame was drawn. */
  sight(): Sight {
    return this.#shown;
  }

  /** Hears when the view moves. */
  subscribeSight(listener: () => void): () => void {
    return this.#moved.add(listener);
  }

  see(sight: Sight): void {
    this.#sight = sight;
    const isPlain = sight.zoom < PLAIN_BELOW;
    if (isPlain !== this.ui.getState().isPlain) this.ui.setState({ isPlain });
    // Who looks at it draws once for a frame, however often the view has moved meanwhile.
    this.#tellingMove ??= requestAnimationFrame(() => {
      this.#tellingMove = null;
      this.#shown = this.#sight;
      this.#moved.call();
    });
  }

  /** Opens the text of something for writing. */
  write(id: string): void {
    if (!this.canEdit || !this.board.node(id)) return;
    const box = boxOf(this.board, id);
    this.#writing = box && { id, size: { w: box.w, h: box.h } };
    this.select([id], { editing: id, tool: 'select', menu: null });
  }

  /** Ends writing; words without a box that are none go. */
  stopWriting(id: string, words: string): void {
    if (this.ui.getState().editing !== id) return;
    this.#writing = null;
    this.ui.setState({ editing: null, draft: NO_DRAFT });
    if (words.trim() === '' && boxOf(this.board, id)?.kind === 'text') remove(this.board, [id]);
  }

  /** Forgets what a hand holds. */
  letGo(): void {
    this.ui.setState({
      draft: NO_DRAFT,
      isCopying: false,
      adopting: NOTHING,
      guides: NO_GUIDES,
      drawing: null,
      linking: null,
    });
  }

  /** Returns how large a box must be for a text. */
  sizeFor(id: string, text: string): Size | null {
    const box = boxOf(this.board, id);
    const start = this.#writing?.id === id ? this.#writing.size : {};
    return box && grown({ ...box, ...start }, text, measureText);
  }

  /** Returns how large a box becomes that is changed in some way. */
  sizeAs(box: Box): Size {
    return grown(box, box.text, measureText);
  }

  /** Returns how large a box becomes when something of it changes. */
  sizeWith(id: string, change: Partial<Pick<Box, 'geo' | 'size'>>): Size {
    const box = boxOf(this.board, id);
    return box ? this.sizeAs({ ...box, ...change }) : { w: 1, h: 1 };
  }

  /** Returns the frame under a point, for what is put there. */
  frameAt(point: Point): string {
    return frameAt(this.board, this.places, point, NOTHING);
  }

  /** Returns the place on the board of a point on the screen. */
  toBoard(at: { readonly clientX: number; readonly clientY: number }): Point {
    return (
      this.flow?.screenToFlowPosition({ x: at.clientX, y: at.clientY }, { snapToGrid: false }) ?? {
        x: 0,
        y: 0,
      }
    );
  }

  get zoom(): number {
    return this.#sight.zoom;
  }

  /** What of the board is in sight. */
  view(): Rect {
    const { x, y, zoom, width, height } = this.#sight;
    return { x: -x / zoom, y: -y / zoom, w: width / zoom, h: height / zoom };
  }

  boundsOf(ids: Iterable<string>): Rect | null {
    return boundsOf(
      [...ids].flatMap((id) => this.places.rects.get(id) ?? this.lines().byId.get(id)?.bounds ?? []),
    );
  }

  #look(): void {
    const { selection, draft, isCopying } = this.ui.getState();
    const scene = nextScene(this.#scene, this.board, selection, draft, this.#grip);
    // Copies are bound to nothing yet; their originals stay where they are.
    const shape = withDraft(this.board, isCopying ? NO_DRAFT : draft);
    const until = performance.now() + WAYS_MS;
    const lines = nextLines(this.#lines, shape, measureLabel, () => performance.now() < until, this.view());
    const isSame = scene === this.#scene && lines.byId === this.#lines.byId;
    this.#scene = scene;
    this.#lines = lines;
    clearTimeout(this.#goingOn);
    if (this.#isOn && lines.isRough) this.#goingOn = setTimeout(() => this.#look());
    if (!isSame) this.#drawn.call();
  }

  /** Nothing that is gone stays selected, focused or held. */
  #forgetGone(): void {
    const { selection, focus, editing, draft } = this.ui.getState();
    const isThere = (id: string) => this.board.node(id) !== undefined;
    const left = [...selection].filter(isThere);
    if (left.length < selection.size) this.ui.setState({ selection: new Set(left) });
    if (focus !== null && !isThere(focus)) this.ui.setState({ focus: null });
    if (editing !== null && !isThere(editing)) {
      this.ui.setState({ editing: null });
      toast({ title: 'What you were writing on was deleted by somebody else.' });
    }
    if ([...draft.keys()].some((id) => !isThere(id))) this.letGo();
  }

  /** Where two people wrote at the same place, both versions stay, one after the other. */
  #settleConflicts(): void {
    for (const session of this.texts.conflicts()) {
      const { base, draft, conflict } = session.state();
      if (!conflict || this.board.node(session.node)?.parent === undefined) continue;
      session.resolve(bothVersions(base, conflict.theirs, draft));
      toast({ title: 'Somebody else wrote at the same place. Both versions are kept.' });
    }
  }
}
