import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Box } from '@/ui/place';

/** What the board shows besides its cards: where the focus is, what is open. Ids are of cards or columns. */
export interface UiState {
  readonly focus: string | null;
  /** Whose name is being written in place. */
  readonly editing: string | null;
  /** What is being written in the detail of a card. */
  readonly writing: { readonly card: string; readonly what: 'title' | 'description' } | null;
  /** The column at whose foot cards are being added. */
  readonly composing: string | null;
  readonly isAddingColumn: boolean;
  readonly menu: { readonly id: string; readonly anchor: Element | Box } | null;
  /** The column whose settings are open. */
  readonly settings: string | null;
  /** What screen readers hear. */
  readonly announcement: string;
}

export type Ui = StoreApi<UiState>;

export function createUi(): Ui {
  return createStore<UiState>(() => ({
    focus: null,
    editing: null,
    writing: null,
    composing: null,
    isAddingColumn: false,
    menu: null,
    settings: null,
    announcement: '',
  }));
}
