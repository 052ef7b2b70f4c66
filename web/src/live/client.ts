import { type BoardWorld, LiveBoard } from './board';
import { Listeners } from './listeners';
import { LiveSession, type SessionWorld } from './session';
import { type Connection, Socket, type Wire } from './socket';
import type { Inbound } from './wire';

export interface LiveOptions extends Omit<BoardWorld, 'send'>, Omit<SessionWorld, 'send'> {
  readonly connect: () => Wire;
  readonly token: (reason: 'start' | 'unauthorized') => Promise<string | null>;
}

/** Sessions that nobody looks at and that are kept, for those who come back. */
const MAX_KEPT = 4;

/** The live half of the app: one socket, and the boards and sessions that are followed over it. */
export class Live {
  readonly #options: LiveOptions;
  readonly #socket: Socket;
  readonly #boards = new Map<string, LiveBoard>();
  readonly #sessions = new Map<string, LiveSession>();
  readonly #inbox = new Listeners();
  readonly #projects = new Listeners();
  #peer: string | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#socket = new Socket({
      ...options,
      onReady: ({ peer }) => {
        this.#peer = peer;
        for (const board of this.#boards.values()) board.connected(peer);
        for (const session of this.#sessions.values()) session.connected();
        this.#inbox.call();
      },
      onMessage: (message) => this.#hear(message),
      onDown: () => {
        this.#peer = null;
        for (const board of this.#boards.values()) board.disconnected();
        for (const session of this.#sessions.values()) session.disconnected();
      },
    });
  }

  /** Connects, and sends what earlier visits left in the queue, also for boards nobody looks at. */
  start(): void {
    this.#socket.connect();
    this.#options.storage.waiting().then(
      (boards) => {
        for (const id of boards) this.board(id);
      },
      () => {},
    );
  }

  connection(): Connection {
    return this.#socket.state;
  }

  subscribe(listener: () => void): () => void {
    return this.#socket.changed.add(listener);
  }

  board(id: string): LiveBoard {
    const known = this.#boards.get(id);
    if (known) return known;
    const board = new LiveBoard(id, { ...this.#options, send: (message) => this.#socket.send(message) });
    this.#boards.set(id, board);
    if (this.#peer !== null) board.connected(this.#peer);
    return board;
  }

  /** Follows a board until the returned function is called. */
  open(id: string): () => void {
    return this.board(id).follow();
  }

  session(id: string): LiveSession {
    const known = this.#sessions.get(id);
    if (known) return known;
    this.#forgetSessions();
    const session = new LiveSession(id, {
      ...this.#options,
      send: (message) => this.#socket.send(message),
    });
    this.#sessions.set(id, session);
    if (this.#peer !== null) session.connected();
    return session;
  }

  /** Follows a session until the returned function is called. */
  openSession(id: string): () => void {
    return this.session(id).follow();
  }

  /** Hears when something may have come to our inbox, or left it. */
  subscribeInbox(listener: () => void): () => void {
    return this.#inbox.add(listener);
  }

  /** Hears when we have become a member of a project, or are one no more. */
  subscribeProjects(listener: () => void): () => void {
    return this.#projects.add(listener);
  }

  /** Connects now, or makes sure that the connection still lives. */
  retryNow(): void {
    this.#socket.check();
  }

  /** Writes down what there is; for a page that may be about to close. */
  async save(): Promise<void> {
    await Promise.all([...this.#boards.values()].map((board) => board.save()));
  }

  stop(): void {
    this.#socket.stop();
  }

  #hear(message: Inbound): void {
    if (message.type === 'inbox') this.#inbox.call();
    else if (message.type === 'projects') this.#projects.call();
    // Ghosts name both: they are a session's, and on a board.
    else if ('board' in message && message.board !== undefined)
      this.#boards.get(message.board)?.hear(message);
    // A complaint about nothing is about a message of ours that could not be read, which no user can mend.
    else if ('session' in message && message.session !== undefined)
      this.#sessions.get(sessionOf(message.session))?.hear(message);
  }

  /** Makes room for one more: those that were opened first and are not followed go. */
  #forgetSessions(): void {
    const idle = [...this.#sessions.values()].filter(({ isFollowed }) => !isFollowed);
    for (const { id } of idle.slice(0, Math.max(0, idle.length - MAX_KEPT + 1))) this.#sessions.delete(id);
  }
}

function sessionOf(session: string | { readonly id: string }): string {
  return typeof session === 'string' ? session : session.id;
}
