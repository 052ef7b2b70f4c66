import { Listeners } from './listeners';
import type { Ghost, Inbound } from './wire';

/** What one call of an agent is about to make. */
export interface GhostGroup {
  readonly session: string;
  readonly call: string;
  readonly nodes: readonly Ghost[];
}

/** What agents are about to make on a board, while they are still writing it. */
export class Ghosts {
  readonly changed = new Listeners();
  #groups = new Map<string, GhostGroup>();
  #list: readonly GhostGroup[] = [];

  /** The groups in the order in which they appeared. */
  get groups(): readonly GhostGroup[] {
    return this.#list;
  }

  hear({ session, call, nodes }: Extract<Inbound, { type: 'ghosts' }>): void {
    // Two sessions may call their calls the same.
    const key = `${session} ${call}`;
    if (nodes.length > 0) this.#groups.set(key, { session, call, nodes });
    else if (!this.#groups.delete(key)) return;
    this.#publish();
  }

  /** Forgets all of them: whoever does not follow the board does not hear of their end. */
  clear(): void {
    if (this.#groups.size === 0) return;
    this.#groups.clear();
    this.#publish();
  }

  #publish(): void {
    this.#list = [...this.#groups.values()];
    this.changed.call();
  }
}
