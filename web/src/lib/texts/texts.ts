import type { KeyValues } from '@/lib/storage';
import type { LiveBoard } from '@/live/board';
import type { BoardPhase, Edit } from '@/live/board-status';
import { Listeners } from '@/live/listeners';
import { TextSession } from './text-session';

/** Sends a text of a node, which started from the one at `fromSeq`, so that the server merges what others wrote since. */
export type WriteText = (node: string, prop: string, text: string, fromSeq: number) => Edit;

/** The drafts of a board: they outlive the editor that shows them, and the page. */
export class Texts {
  readonly #board: LiveBoard;
  readonly #storage: KeyValues;
  readonly #prefix: string;
  readonly #sessions = new Map<string, TextSession>();
  readonly #changed = new Listeners();
  #conflicts: readonly TextSession[] = [];
  /** The phase in which the storage was last searched for drafts. */
  #searched: BoardPhase = 'loading';

  /** Nothing is kept for somebody who has signed out, also in another tab. */
  constructor(
    board: LiveBoard,
    storage: KeyValues,
    user: string,
    private readonly write: WriteText,
    private readonly mayKeep: () => boolean = () => true,
  ) {
    this.#board = board;
    this.#storage = storage;
    this.#prefix = `tandem.draft.${user}.${board.id}.`;
  }

  /** Takes up what an earlier visit left, and keeps everything safe until the returned function is called. */
  start(): () => void {
    const leave = () => this.flush();
    addEventListener('pagehide', leave);
    addEventListener('visibilitychange', leave);
    const unsubscribe = this.#board.subscribe(() => this.#takeUp());
    this.#takeUp();
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('visibilitychange', leave);
      unsubscribe();
      this.flush();
      for (const session of this.#sessions.values()) session.stop();
      this.#sessions.clear();
    };
  }

  session(node: string, prop: string): TextSession {
    const key = `${node}.${prop}`;
    const known = this.#sessions.get(key);
    if (known) return known;
    const session = new TextSession(this.#board, node, prop, {
      write: (text, fromSeq) => this.write(node, prop, text, fromSeq),
      keep: (kept) => this.#keep(key, kept),
      changed: () => this.#review(),
      settled: () => this.#letGo(key),
    });
    this.#sessions.set(key, session);
    session.start(parse(this.#storage.getItem(this.#prefix + key)));
    return session;
  }

  flush(): void {
    for (const session of this.#sessions.values()) session.flush();
  }

  /** The texts of which two versions wait for a choice. */
  conflicts(): readonly TextSession[] {
    return this.#conflicts;
  }

  subscribe(listener: () => void): () => void {
    return this.#changed.add(listener);
  }

  #takeUp(): void {
    const { phase, refusals } = this.#board.status();
    for (const { conflict } of refusals) if (conflict) this.session(conflict.node, conflict.prop);
    if (phase === this.#searched || (phase !== 'live' && phase !== 'cached')) return;
    this.#searched = phase;
    for (const key of this.#storage.keys()) {
      if (!key.startsWith(this.#prefix)) continue;
      const [node, prop] = key.slice(this.#prefix.length).split(/\.(?=[^.]*$)/);
      if (node && prop && this.#board.node(node)) this.session(node, prop);
    }
  }

  #keep(key: string, kept: object | null): void {
    try {
      if (kept && !this.mayKeep()) return;
      if (kept) this.#storage.setItem(this.#prefix + key, JSON.stringify(kept));
      else this.#storage.removeItem(this.#prefix + key);
    } catch {
      // A full storage costs the draft only if the page is closed before the server has it.
    }
  }

  #letGo(key: string): void {
    this.#sessions.get(key)?.stop();
    this.#sessions.delete(key);
  }

  #review(): void {
    const conflicts = [...this.#sessions.values()].filter((session) => session.state().conflict);
    const isSame =
      conflicts.length === this.#conflicts.length &&
      conflicts.every((each, index) => each === this.#conflicts[index]);
    if (isSame) return;
    this.#conflicts = conflicts;
    this.#changed.call();
  }
}

function parse(stored: string | null): unknown {
  try {
    return stored === null ? null : (JSON.parse(stored) as unknown);
  } catch {
    return null;
  }
}
