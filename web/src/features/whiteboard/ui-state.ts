import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Box as ScreenBox } from '@/ui/place';
import type { Point, Rect } from './geometry';
import type { BoxKind, Geo } from './model';
import { type Draft, NO_DRAFT } from './scene';
import type { Guide } from './snap';

export type Tool = 'select' | 'hand' | BoxKind | 'connector';

/** A connector that is being drawn, or whose end is being carried elsewhere. */
export interface Linking {
  /** The box that stays. */
  readonly fixed: string;
  /** The connector whose end is carried, and which end. */
  readonly moves: { readonly id: string; readonly end: 'from' | 'to' } | null;
  readonly points: readonly Point[];
  /** The box it would be bound to. */
  readonly target: string | null;
}

/** What the canvas shows besides the document. Ids are of boxes or connectors. */
export interface UiState {
  readonly tool: Tool;
  /** Whether everything is too small to be read, so that it is drawn without words. */
  readonly isPlain: boolean;
  /** The outline that the next shape gets. */
  readonly geo: Geo;
  readonly selection: ReadonlySet<string>;
  /** Whether a tap adds to the selection or takes away from it, and a drag on empty canvas draws a box around more. */
  readonly isSeveral: boolean;
  /** Whether the selection stays when the focus moves on. */
  readonly isPinned: boolean;
  readonly focus: string | null;
  /** Whose text is being written. */
  readonly editing: string | null;
  /** Where a hand holds things; on letting go, it becomes one edit. */
  readonly draft: Draft;
  /** Whether what the hand holds are copies. */
  readonly isCopying: boolean;
  /** The frames that would take in what the hand holds. */
  readonly adopting: ReadonlySet<string>;
  readonly guides: readonly Guide[];
  /** What is being drawn with a tool, on the board. */
  readonly drawing: Rect | null;
  readonly linking: Linking | null;
  readonly menu: { readonly anchor: ScreenBox; readonly at: Point } | null;
  /** What screen readers hear. */
  readonly announcement: string;
}

export type Ui = StoreApi<UiState>;

export const NOTHING: ReadonlySet<string> = new Set();
export const NO_GUIDES: readonly Guide[] = [];

export function createUi(): Ui {
  return createStore<UiState>(() => ({
    tool: 'select',
    isPlain: false,
    geo: 'rectangle',
    selection: NOTHING,
    isSeveral: false,
    isPinned: false,
    focus: null,
    editing: null,
    draft: NO_DRAFT,
    isCopying: false,
    adopting: NOTHING,
    guides: NO_GUIDES,
    drawing: null,
    linking: null,
    menu: null,
    announcement: '',
  }));
}
