import type { Refusal, Snapshot, Storage, Stored } from './storage';
import type { ChangeRequest } from './wire';

/** Keeps nothing beyond the page, for browsers that refuse to store anything. */
export class MemoryStorage implements Storage {
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #queues = new Map<string, Map<string, ChangeRequest>>();
  readonly #refusals = new Map<string, Map<string, Refusal>>();

  async waiting(): Promise<readonly string[]> {
    return [...this.#queues].flatMap(([board, queue]) => (queue.size > 0 ? [board] : []));
  }

  async load(board: string): Promise<Stored> {
    return {
      snapshot: this.#snapshots.get(board) ?? null,
      queue: [...(this.#queues.get(board)?.values() ?? [])],
      refusals: [...(this.#refusals.get(board)?.values() ?? [])],
    };
  }

  async saveSnapshot(board: string, snapshot: Snapshot): Promise<void> {
    this.#snapshots.set(board, snapshot);
  }

  async putChanges(board: string, changes: readonly ChangeRequest[]): Promise<void> {
    for (const change of changes) within(this.#queues, board).set(change.id, change);
  }

  async dropChange(board: string, id: string): Promise<void> {
    this.#queues.get(board)?.delete(id);
  }

  async putRefusal(board: string, refusal: Refusal): Promise<void> {
    within(this.#refusals, board).set(refusal.id, refusal);
  }

  async dropRefusal(board: string, id: string): Promise<void> {
    this.#refusals.get(board)?.delete(id);
  }
}

function within<T>(byBoard: Map<string, Map<string, T>>, board: string): Map<string, T> {
  const known = byBoard.get(board);
  if (known) return known;
  const fresh = new Map<string, T>();
  byBoard.set(board, fresh);
  return fresh;
}
