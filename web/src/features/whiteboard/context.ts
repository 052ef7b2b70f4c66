import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { NameAuthor } from '@/lib/people';
import type { Author } from '@/live/wire';
import type { Lines } from './lines';
import { isBox, itemOf } from './model';
import { nameOf } from './reading';
import type { Scene } from './scene';
import type { UiState } from './ui-state';
import type { Sight, Whiteboard } from './whiteboard';

export const WhiteboardContext = createContext<Whiteboard | null>(null);
export const PeopleContext = createContext<NameAuthor>(() => ({ id: '', name: 'Somebody' }));

/** The chat with agents beside the board. */
export interface ChatDoor {
  readonly isOpen: boolean;
  /** Opens it at a session, or where it was last. */
  readonly open: (session?: string) => void;
  readonly close: () => void;
}

export const ChatDoorContext = createContext<ChatDoor>({ isOpen: false, open: () => {}, close: () => {} });

export function useWhiteboard(): Whiteboard {
  const whiteboard = useContext(WhiteboardContext);
  if (!whiteboard) throw new Error('There is no whiteboard above this component.');
  return whiteboard;
}

export function useUi<T>(select: (state: UiState) => T): T {
  return useStore(useWhiteboard().ui, select);
}

/** Whether things are drawn without words. */
export function useIsPlain(): boolean {
  return useUi((state) => state.isPlain);
}

export function useScene(): Scene {
  const whiteboard = useWhiteboard();
  return useSyncExternalStore(
    useCallback((listener) => whiteboard.subscribe(listener), [whiteboard]),
    () => whiteboard.scene(),
  );
}

export function useLines(): Lines['byId'] {
  const whiteboard = useWhiteboard();
  return useSyncExternalStore(
    useCallback((listener) => whiteboard.subscribe(listener), [whiteboard]),
    () => whiteboard.lines().byId,
  );
}

/** What is in sight, on every move of the view. */
export function useSight(): Sight {
  const whiteboard = useWhiteboard();
  return useSyncExternalStore(
    useCallback((listener) => whiteboard.subscribeSight(listener), [whiteboard]),
    () => whiteboard.sight(),
  );
}

/** Something about what is in sight, when it changes. */
export function useSightPart<T extends string | number>(part: (sight: Sight) => T): T {
  const whiteboard = useWhiteboard();
  return useSyncExternalStore(
    useCallback((listener) => whiteboard.subscribeSight(listener), [whiteboard]),
    () => part(whiteboard.sight()),
  );
}

/** What something is called, kept up to date with what it lies in or leads to. */
export function useName(id: string): string {
  const { board } = useWhiteboard();
  const item = itemOf(board.node(id));
  const others = !item ? [] : isBox(item) ? [item.parent] : [item.from, item.to];
  const key = [id, ...others].join(' ');
  return useSyncExternalStore(
    useCallback(
      (listener) => {
        const stops = key.split(' ').map((each) => board.subscribeNode(each, listener));
        stops.push(board.subscribeChildren(id, listener));
        return () => {
          for (const stop of stops) stop();
        };
      },
      [board, id, key],
    ),
    () => nameOf(board, id),
  );
}

/** Who has just changed something, while that is news. */
export function useFreshAuthor(id: string): Author | null {
  const { fresh } = useWhiteboard();
  return useSyncExternalStore(
    useCallback((listener) => fresh.subscribe(id, listener), [fresh, id]),
    () => fresh.by(id),
  );
}
