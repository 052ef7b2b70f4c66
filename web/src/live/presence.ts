import type { Clock } from './clock';
import { Listeners } from './listeners';
import type { Peer, Props } from './wire';

/** At most one message per so many milliseconds; the server passes presence on as often. */
const EVERY_MS = 100;

/** Who else has the board open, and what we say about ourselves. */
export class Presence {
  readonly changed = new Listeners();
  #peers = new Map<string, Peer>();
  #list: readonly Peer[] = [];
  #own: Props = {};
  #sentAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly send: (state: Props) => void,
  ) {}

  get peers(): readonly Peer[] {
    return this.#list;
  }

  /** Says where we are; what is said too often is said later, and only the last of it. */
  set(state: Props): void {
    this.#own = state;
    if (this.#cancel) return;
    const wait = this.#sentAt + EVERY_MS - this.clock.now();
    if (wait <= 0) this.#say();
    else
      this.#cancel = this.clock.after(wait, () => {
        this.#cancel = null;
        this.#say();
      });
  }

  /** Says it again: the server has just learned that we are here. */
  opened(): void {
    this.#say();
  }

  hear(peers: readonly Peer[], ownPeer: string | null): void {
    for (const peer of peers) {
      if (peer.peer === ownPeer) continue;
      if (peer.state === null) this.#peers.delete(peer.peer);
      else this.#peers.set(peer.peer, peer);
    }
    this.#publish();
  }

  /** Forgets everybody: without a connection nobody can be seen. */
  clear(): void {
    if (this.#peers.size === 0) return;
    this.#peers = new Map();
    this.#publish();
  }

  #say(): void {
    this.#sentAt = this.clock.now();
    this.send(this.#own);
  }

  #publish(): void {
    this.#list = [...this.#peers.values()];
    this.changed.call();
  }
}
