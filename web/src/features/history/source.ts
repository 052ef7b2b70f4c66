import { answer, api } from '@/lib/api';
import type { BoardNode, Change } from '@/live/wire';
import type { HistorySource } from './history-log';

/** Reads the log of a board from the server. */
export function boardHistory(board: string): HistorySource {
  return {
    changes: async (after, limit) => {
      const query = { after, limit };
      const { items } = await answer(
        api.GET('/api/boards/{id}/changes', { params: { path: { id: board }, query } }),
      );
      return items as readonly Change[];
    },
    nodesAt: async (seq) => {
      const { nodes } = await answer(
        api.GET('/api/boards/{id}/at/{seq}', { params: { path: { id: board, seq } } }),
      );
      return nodes as readonly BoardNode[];
    },
  };
}
