import { useEffect } from 'react';
import type { LiveBoard } from '@/live/board';
import { Listeners } from '@/live/listeners';
import type { Author, Change, Peer } from '@/live/wire';
import { clearView } from './bars';
import type { Point } from './geometry';
import type { Whiteboard } from './whiteboard';

/** More characters of ids than this do not fit into what may be said about oneself: whoever says too much is cut off. */
const MAX_SELECTED_CHARACTERS = 3_000;

/** Returns as much of a selection as may be said. */
export function sayable(selection: Iterable<string>): string[] {
  const ids: string[] = [];
  let room = MAX_SELECTED_CHARACTERS;
  for (const id of selection) {
    // With its quotes and the comma behind it.
    room -= id.length + 3;
    if (room < 0) break;
    ids.push(id);
  }
  return ids;
}

/** Tells the others where our pointer is, what we have selected, and what we look at. */
export function usePresence(whiteboard: Whiteboard): void {
  useEffect(() => {
    const { board, ui } = whiteboard;
    let cursor: Point | null = null;
    let last = '';
    const say = () => {
      const { selection, editing } = ui.getState();
      const state = {
        cursor: cursor && { x: Math.round(cursor.x), y: Math.round(cursor.y) },
        selection: sayable(selection),
        editing,
        viewport: clearView(whiteboard),
      };
      const text = JSON.stringify(state);
      if (text === last) return;
      last = text;
      board.setPresence(state);
    };
    const move = (event: PointerEvent) => {
      cursor = event.pointerType === 'touch' ? null : whiteboard.toBoard(event);
      say();
    };
    const leave = () => {
      cursor = null;
      say();
    };
    const { surface } = whiteboard;
    surface?.addEventListener('pointermove', move);
    surface?.addEventListener('pointerleave', leave);
    const stops = [ui.subscribe(say), whiteboard.subscribeSight(say)];
    say();
    return () => {
      surface?.removeEventListener('pointermove', move);
      surface?.removeEventListener('pointerleave', leave);
      for (const stop of stops) stop();
      board.setPresence({});
    };
  }, [whiteboard]);
}

/** Somebody else on the board, as far as they say where they are. */
export interface Visitor {
  readonly peer: string;
  readonly user: { readonly id: string; readonly name: string };
  readonly cursor: Point | null;
  readonly selection: readonly string[];
  readonly editing: string | null;
}

/** Returns the others; our own other windows are no news to us. */
export function visitorsOf(peers: readonly Peer[], user: string): readonly Visitor[] {
  return peers.flatMap(({ peer, user: person, state }) => {
    if (person.id === user || !state) return [];
    const selection = Array.isArray(state.selection)
      ? state.selection.filter((id) => typeof id === 'string')
      : [];
    const editing = typeof state.editing === 'string' ? state.editing : null;
    return [{ peer, user: person, cursor: pointOf(state.cursor), selection, editing }];
  });
}

function pointOf(value: unknown): Point | null {
  if (typeof value !== 'object' || value === null) return null;
  const { x, y } = value as Record<string, unknown>;
  return typeof x === 'number' && typeof y === 'number' && Number.isFinite(x + y) ? { x, y } : null;
}

/** How long an agent is shown where it has last changed something. */
export const AGENT_MS = 6_000;

/** Where agents are at work: at what each has last changed. */
export class AgentMarks {
  readonly #board: Pick<LiveBoard, 'changes' | 'node'>;
  readonly #listeners = new Listeners();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #marks: ReadonlyMap<string, string> = new Map();

  constructor(board: Pick<LiveBoard, 'changes' | 'node'>) {
    this.#board = board;
  }

  start(): () => void {
    const stop = this.#board.changes((changes) => {
      for (const change of changes) this.#hear(change);
    });
    return () => {
      stop();
      for (const timer of this.#timers.values()) clearTimeout(timer);
      this.#timers.clear();
    };
  }

  /** The sessions at work, and what each has touched last. */
  marks(): ReadonlyMap<string, string> {
    return this.#marks;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #hear({ author, ops }: Pick<Change, 'author' | 'ops'>): void {
    const session = sessionOf(author);
    const touched = ops.findLast(({ op, id }) => op !== 'delete' && this.#board.node(id));
    if (session === null || !touched) return;
    clearTimeout(this.#timers.get(session));
    this.#timers.set(
      session,
      setTimeout(() => this.#set(session, null), AGENT_MS),
    );
    this.#set(session, touched.id);
  }

  #set(session: string, id: string | null): void {
    const marks = new Map(this.#marks);
    if (id === null) marks.delete(session);
    else marks.set(session, id);
    this.#marks = marks;
    this.#listeners.call();
  }
}

function sessionOf(author: Author): string | null {
  return author.type === 'agent' ? author.session : null;
}
