import { type BoardWorld, LiveBoard } from './board';
import { type Connection, Socket, type Wire } from './socket';
import type { Inbound } from './wire';

export interface LiveOptions extends Omit<BoardWorld, 'send'> {
  readonly connect: () => Wire;
  readonly token: (reason: 'start' | 'unauthorized') => Promise<string | null>;
}

/** The live half of the app: one socket, and the boards that are followed over it. */
export class Live {
  readonly #options: LiveOptions;
  readonly #socket: Socket;
  readonly #boards = new Map<string, LiveBoard>();
  #peer: string | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#socket = new Socket({
      ...options,
      onReady: ({ peer }) => {
        this.#peer = peer;
        for (const board of this.#boards.values()) board.connected(peer);
      },
      onMessage: (message) => this.#hear(message),
      onDown: () => {
        this.#peer = null;
        for (const board of this.#boards.values()) board.disconnected();
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
    // A complaint about no board is about a message of ours that could not be read, which no user can mend.
    if ('board' in message && message.board !== undefined) this.#boards.get(message.board)?.hear(message);
  }
}
