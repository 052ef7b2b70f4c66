import type { LiveBoard } from '@/live/board';
import { KeyedListeners } from '@/live/listeners';
import type { Peer } from '@/live/wire';

/** Somebody else who has a card open, and what of it they are writing. */
export interface Visitor {
  readonly id: string;
  readonly name: string;
  readonly editing: 'title' | 'description' | null;
}

type Board = Pick<LiveBoard, 'peers' | 'subscribePeers'>;

/** Who is at which card; a card hears only of its own visitors. */
export class PeerMap {
  readonly #board: Board;
  readonly #user: string;
  readonly #listeners = new KeyedListeners();
  #visitors: ReadonlyMap<string, readonly Visitor[]> = new Map();

  constructor(board: Board, user: string) {
    this.#board = board;
    this.#user = user;
  }

  start(): () => void {
    const look = () => this.#look();
    look();
    return this.#board.subscribePeers(look);
  }

  at(card: string): readonly Visitor[] {
    return this.#visitors.get(card) ?? NOBODY;
  }

  subscribe(card: string, listener: () => void): () => void {
    return this.#listeners.add(card, listener);
  }

  #look(): void {
    const before = this.#visitors;
    // Our own other windows are no news to us.
    const others = this.#board.peers().filter(({ user }) => user.id !== this.#user);
    const now = visitorsOf(others);
    const changed: string[] = [];
    for (const card of new Set([...before.keys(), ...now.keys()])) {
      const old = before.get(card);
      if (old && isSame(old, now.get(card) ?? NOBODY)) now.set(card, old);
      else changed.push(card);
    }
    this.#visitors = now;
    for (const card of changed) this.#listeners.call(card);
  }
}

const NOBODY: readonly Visitor[] = [];

/** Several windows of one person count once, as the one that writes. */
function visitorsOf(peers: readonly Peer[]): Map<string, readonly Visitor[]> {
  const cards = new Map<string, Map<string, Visitor>>();
  for (const { user, state } of peers) {
    const card = state?.card;
    if (typeof card !== 'string') continue;
    const editing = state?.editing === 'title' || state?.editing === 'description' ? state.editing : null;
    const visitors = cards.get(card) ?? new Map<string, Visitor>();
    const known = visitors.get(user.id);
    visitors.set(user.id, { id: user.id, name: user.name, editing: known?.editing ?? editing });
    cards.set(card, visitors);
  }
  return new Map([...cards].map(([card, visitors]) => [card, [...visitors.values()]]));
}

function isSame(a: readonly Visitor[], b: readonly Visitor[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
