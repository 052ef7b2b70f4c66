import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLive } from '@/lib/live-hooks';
import { reasonOf } from '@/lib/refusal';
import type { LiveBoard } from '@/live/board';
import type { BoardStatus } from '@/live/board-status';
import type { Refusal } from '@/live/storage';
import { toast } from '@/ui/toast';

/** One part of a board's status, so that not every change draws the page anew. */
export function useStatusPart<T extends string | number | undefined>(
  board: LiveBoard,
  part: (status: BoardStatus) => T,
): T {
  const subscribe = useCallback((listener: () => void) => board.subscribe(listener), [board]);
  return useSyncExternalStore(subscribe, () => part(board.status()));
}

/**
 * Tells of edits that were refused: one in passing, several by returning them until they are seen. Conflicts of texts
 * are left to the view, which can show both versions.
 */
export function useRefusals(board: LiveBoard): { refusals: readonly Refusal[]; dismiss: () => void } {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  useEffect(() => {
    const tell = () => {
      const { refusals, unsent } = board.status();
      const plain = refusals.filter(({ conflict }) => !conflict);
      const [only] = plain;
      // While answers are still coming in, there may be more to tell at once.
      if (!only || unsent > 0) return;
      if (plain.length > 1) {
        setRefusals(plain);
        return;
      }
      toast({ title: `Not saved: ${only.label}`, detail: reasonOf(only), tone: 'error' });
      board.dismiss(only.id);
    };
    tell();
    return board.subscribe(tell);
  }, [board]);
  const dismiss = () => {
    setRefusals([]);
    for (const { id } of refusals) board.dismiss(id);
  };
  return { refusals, dismiss };
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
