import { Backoff } from './backoff';
import type { Clock } from './clock';
import { Listeners } from './listeners';
import type { Inbound, Outbound } from './wire';

/** The part of a `WebSocket` that is used. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export type Connection =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'online' }
  | { readonly phase: 'offline'; readonly retryAt: number | null }
  | { readonly phase: 'signed_out' };

export interface SocketOptions {
  readonly connect: () => Wire;
  /** Returns a token that should be good, or `null` when there is none; throws when it cannot tell now. */
  readonly token: (reason: 'start' | 'unauthorized') => Promise<string | null>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onReady: (ready: Extract<Inbound, { type: 'ready' }>) => void;
  readonly onMessage: (message: Inbound) => void;
  readonly onDown: () => void;
}

const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 6_000;
/** From the first step of connecting to `ready`. */
const CONNECT_DEADLINE_MS = 10_000;
const PING_EVERY_MS = 15_000;
/** Without a word for so long the connection counts as dead: two pings unanswered. */
const SILENCE_DEADLINE_MS = 35_000;
/** How long a connection that is in doubt has to answer a ping. */
const PROBE_DEADLINE_MS = 4_000;
/** A connection that lived so long was no failure. */
const STABLE_AFTER_MS = 5_000;

const UNAUTHORIZED = 4401;
const RIGHTS_CHANGED = 4403;

/** One connection to the server, made again whenever it breaks. */
export class Socket {
  readonly changed = new Listeners();
  readonly #options: SocketOptions;
  readonly #backoff: Backoff;
  #state: Connection = { phase: 'offline', retryAt: null };
  #wire: Wire | null = null;
  #startedAt = 0;
  #heardAt = 0;
  #reason: 'start' | 'unauthorized' = 'start';
  /** Counts attempts, so that what belongs to an older one is recognised. */
  #attempt = 0;
  #cancelTimer: () => void = () => {};

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#backoff = new Backoff(FIRST_RETRY_MS, LONGEST_RETRY_MS, options.random);
  }

  get state(): Connection {
    return this.#state;
  }

  send(message: Outbound): void {
    if (this.#state.phase === 'online') this.#wire?.send(JSON.stringify(message));
  }

  /** Connects now unless it is connected, whatever wait is left. */
  connect(): void {
    if (this.#state.phase === 'connecting' || this.#state.phase === 'online') return;
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#set({ phase: 'connecting' });
    this.#timer(CONNECT_DEADLINE_MS, () => this.#down());
    this.#options.token(this.#reason).then(
      (token) => {
        if (attempt !== this.#attempt || this.#state.phase !== 'connecting') return;
        if (token === null) this.#signedOut();
        else this.#dial(token);
      },
      () => {
        if (attempt === this.#attempt && this.#state.phase === 'connecting') this.#down();
      },
    );
  }

  /** Looks at once whether the connection still lives, or makes a new one. */
  check(): void {
    if (this.#state.phase === 'offline') {
      this.#backoff.reset();
      this.connect();
    } else if (this.#state.phase === 'online') {
      this.#probe();
    }
  }

  stop(): void {
    this.#hangUp();
    this.#cancelTimer();
    this.#set({ phase: 'offline', retryAt: null });
    this.#options.onDown();
  }

  #dial(token: string): void {
    const wire = this.#options.connect();
    this.#wire = wire;
    this.#startedAt = this.#options.clock.now();
    wire.onopen = () => wire.send(JSON.stringify({ type: 'auth', token } satisfies Outbound));
    wire.onmessage = (event) => {
      if (wire === this.#wire && typeof event.data === 'string') this.#hear(event.data);
    };
    wire.onclose = (event) => {
      if (wire === this.#wire) this.#closed(event.code);
    };
  }

  #hear(text: string): void {
    this.#heardAt = this.#options.clock.now();
    const message = JSON.parse(text) as Inbound;
    if (message.type === 'ready' && this.#state.phase === 'connecting') {
      this.#reason = 'start';
      this.#set({ phase: 'online' });
      this.#timer(PING_EVERY_MS, () => this.#watch());
      this.#options.onReady(message);
    } else if (message.type !== 'pong') {
      this.#options.onMessage(message);
    }
  }

  #watch(): void {
    if (this.#options.clock.now() - this.#heardAt >= SILENCE_DEADLINE_MS) {
      this.#down();
      return;
    }
    this.#ping();
    this.#timer(PING_EVERY_MS, () => this.#watch());
  }

  #ping(): void {
    this.send({ type: 'ping' });
  }

  #probe(): void {
    const askedAt = this.#options.clock.now();
    this.#ping();
    this.#timer(PROBE_DEADLINE_MS, () => {
      if (this.#heardAt < askedAt) this.#down();
      else this.#watch();
    });
  }

  #closed(code: number): void {
    // The server does not take this token: ask for another before coming back.
    if (code === UNAUTHORIZED || code === RIGHTS_CHANGED) this.#reason = 'unauthorized';
    this.#down();
  }

  /** The connection is gone, or never came about. */
  #down(): void {
    const now = this.#options.clock.now();
    if (this.#state.phase === 'online' && now - this.#startedAt >= STABLE_AFTER_MS) this.#backoff.reset();
    this.#hangUp();
    const wait = this.#backoff.next();
    this.#set({ phase: 'offline', retryAt: now + wait });
    this.#timer(wait, () => this.connect());
    this.#options.onDown();
  }

  #signedOut(): void {
    this.#cancelTimer();
    this.#set({ phase: 'signed_out' });
  }

  #hangUp(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.#attempt += 1;
    wire?.close(1000);
  }

  #timer(milliseconds: number, callback: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.clock.after(milliseconds, callback);
  }

  #set(state: Connection): void {
    this.#state = state;
    this.changed.call();
  }
}
