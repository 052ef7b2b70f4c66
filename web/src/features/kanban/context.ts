import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { ListView } from '@/lib/drag/drag';
import type { NameAuthor } from '@/lib/people';
import type { Author } from '@/live/wire';
import type { Kanban } from './kanban';
import type { PanelTab, TabStart } from './panel-tabs';
import type { Visitor } from './peer-map';
import type { UiState } from './ui-state';

export const KanbanContext = createContext<Kanban | null>(null);

/** How a card is opened, and which one is. */
export interface OpenCard {
  readonly card: string | null;
  /** The tab the address names, and where in it. */
  readonly tab: PanelTab | null;
  readonly session: string | null;
  readonly at: string | null;
  readonly open: (card: string) => void;
  readonly show: (tab: PanelTab, start?: TabStart) => void;
  readonly close: () => void;
}

export const OpenCardContext = createContext<(card: string) => void>(() => {});

export const PeopleContext = createContext<NameAuthor>(() => ({ id: '', name: 'Somebody' }));

export function useKanban(): Kanban {
  const kanban = useContext(KanbanContext);
  if (!kanban) throw new Error('There is no board above this component.');
  return kanban;
}

export function useUi<T>(select: (state: UiState) => T): T {
  return useStore(useKanban().ui, select);
}

/** The cards of a column that are shown. */
export function useVisibleCards(column: string): readonly string[] {
  const { filter } = useKanban();
  return useSyncExternalStore(
    useCallback((listener) => filter.subscribeColumn(column, listener), [filter, column]),
    () => filter.visible(column),
  );
}

export function useFilterWords(): readonly string[] {
  const { filter } = useKanban();
  return useSyncExternalStore(
    useCallback((listener) => filter.subscribe(listener), [filter]),
    () => filter.words(),
  );
}

/** What a list shows of what is carried over it. */
export function useListView(list: string): ListView | null {
  const { drag } = useKanban();
  return useSyncExternalStore(
    useCallback((listener) => drag.subscribeView(list, listener), [drag, list]),
    () => drag.view(list),
  );
}

export function useVisitors(card: string): readonly Visitor[] {
  const { peers } = useKanban();
  return useSyncExternalStore(
    useCallback((listener) => peers.subscribe(card, listener), [peers, card]),
    () => peers.at(card),
  );
}

/** Who has just changed a card, while that is news. */
export function useFreshAuthor(id: string): Author | null {
  const { fresh } = useKanban();
  return useSyncExternalStore(
    useCallback((listener) => fresh.subscribe(id, listener), [fresh, id]),
    () => fresh.by(id),
  );
}
