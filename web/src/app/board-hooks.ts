import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLive } from '@/lib/live-hooks';
import { sentence } from '@/lib/problem';
import type { LiveBoard } from '@/live/board';
import type { BoardStatus } from '@/live/board-status';
import { toast } from '@/ui/toast';

/** One part of a board's status, so that not every change draws the page anew. */
export function useStatusPart<T extends string | number | undefined>(
  board: LiveBoard,
  part: (status: BoardStatus) => T,
): T {
  const subscribe = useCallback((listener: () => void) => board.subscribe(listener), [board]);
  return useSyncExternalStore(subscribe, () => part(board.status()));
}

/** Tells of edits that were refused. Conflicts of texts are left to the view, which can show both versions. */
export function useRefusals(board: LiveBoard): void {
  useEffect(() => {
    const told = new Set<string>();
    const tell = () => {
      for (const { id, label, reason, conflict } of board.status().refusals) {
        if (conflict || told.has(id)) continue;
        told.add(id);
        toast({ title: `Not saved: ${label}`, detail: sentence(reason), tone: 'error' });
        board.dismiss(id);
      }
    };
    tell();
    return board.subscribe(tell);
  }, [board]);
}

/** Since when there is no connection; null while there is one. */
export function useOfflineSince(): number | null {
  const live = useLive();
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    const look = () => {
      const online = live.connection().phase === 'online';
      setSince((before) => (online ? null : (before ?? Date.now())));
    };
    look();
    return live.subscribe(look);
  }, [live]);
  return since;
}
