import type { LiveBoard } from '@/live/board';
import { KeyedListeners } from '@/live/listeners';
import type { Author } from '@/live/wire';

/** How long a card shows that somebody else has just changed it. */
export const FRESH_MS = 2_000;
/** More cards than fit on a screen; a change of more says nothing about any single one. */
const MAX_MARKS = 60;

/** Which cards somebody else has just changed, for as long as that is news. */
export class FreshMarks {
  readonly #board: Pick<LiveBoard, 'changes'>;
  readonly #user: string;
  readonly #listeners = new KeyedListeners();
  readonly #marks = new Map<string, { readonly by: Author; readonly timer: ReturnType<typeof setTimeout> }>();

  constructor(board: Pick<LiveBoard, 'changes'>, user: string) {
    this.#board = board;
    this.#user = user;
  }

  start(): () => void {
    const unsubscribe = this.#board.changes((changes) => {
      for (const { author, ops } of changes) {
        if ((author.type === 'user' && author.id === this.#user) || ops.length > MAX_MARKS) continue;
        for (const { op, id } of ops) if (op !== 'delete') this.#mark(id, author);
      }
    });
    return () => {
      unsubscribe();
      for (const { timer } of this.#marks.values()) clearTimeout(timer);
      this.#marks.clear();
    };
  }

  by(id: string): Author | null {
    return this.#marks.get(id)?.by ?? null;
  }

  subscribe(id: string, listener: () => void): () => void {
    return this.#listeners.add(id, listener);
  }

  #mark(id: string, by: Author): void {
    clearTimeout(this.#marks.get(id)?.timer);
    const timer = setTimeout(() => {
      this.#marks.delete(id);
      this.#listeners.call(id);
    }, FRESH_MS);
    this.#marks.set(id, { by, timer });
    this.#listeners.call(id);
  }
}
