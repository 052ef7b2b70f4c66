import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import type { LiveBoard } from '@/live/board';
import type { Live } from '@/live/client';
import type { GhostGroup } from '@/live/ghosts';
import type { Connection } from '@/live/socket';
import type { BoardNode, Peer } from '@/live/wire';

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('There is no live connection above this component.');
  return live;
}

export function useConnection(): Connection {
  const live = useLive();
  return useSyncExternalStore(
    useCallback((listener) => live.subscribe(listener), [live]),
    () => live.connection(),
  );
}

/** Returns a board that is followed while the component is mounted. */
export function useBoard(id: string): LiveBoard {
  const live = useLive();
  useEffect(() => live.open(id), [live, id]);
  return live.board(id);
}

export function useNode(board: LiveBoard, id: string): BoardNode | undefined {
  return useSyncExternalStore(
    useCallback((listener) => board.subscribeNode(id, listener), [board, id]),
    () => board.node(id),
  );
}

export function useChildren(board: LiveBoard, parent: string): readonly string[] {
  return useSyncExternalStore(
    useCallback((listener) => board.subscribeChildren(parent, listener), [board, parent]),
    () => board.children(parent),
  );
}

export function usePeers(board: LiveBoard): readonly Peer[] {
  return useSyncExternalStore(
    useCallback((listener) => board.subscribePeers(listener), [board]),
    () => board.peers(),
  );
}

/** Returns what agents are about to make on a board. */
export function useGhosts(board: LiveBoard): readonly GhostGroup[] {
  return useSyncExternalStore(
    useCallback((listener) => board.subscribeGhosts(listener), [board]),
    () => board.ghosts(),
  );
}
