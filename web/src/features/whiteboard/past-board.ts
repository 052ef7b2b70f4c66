import { LiveBoard } from '@/live/board';
import { MemoryStorage } from '@/live/memory-storage';
import type { BoardNode } from '@/live/wire';

/** Returns a board that follows no server: it shows what it is given, and is never edited. */
export function pastBoard(): LiveBoard {
  return new LiveBoard('past', {
    author: { type: 'system' },
    storage: new MemoryStorage(),
    clock: { now: () => 0, after: () => () => {} },
    random: () => 0,
    send: () => {},
    revert: async () => ({ kind: 'unavailable', leftOut: 0 }),
  });
}

/** Has a board of the past show other nodes; what is the same in both stays as it is drawn. */
export function turnTo(board: LiveBoard, nodes: readonly BoardNode[]): void {
  board.hear({ type: 'snapshot', board: board.id, kind: 'whiteboard', seq: 1, nodes: [...nodes] });
}
