import { Backoff } from './backoff';
import type { Clock } from './clock';
import { Listeners } from './listeners';
import type { EventPage, EventRange, Session, SessionEvent } from './session-wire';
import { Transcript } from './transcript';
import type { Inbound, Outbound } from './wire';

/** What a session needs of the world. */
export interface SessionWorld {
  readonly clock: Clock;
  readonly random: () => number;
  readonly send: (message: Outbound) => void;
  /** Reads events over HTTP. */
  readonly events: (session: string, range: EventRange) => Promise<EventPage>;
}

/**
 * `loading`: nothing is here yet; `live`: in step with the server; `behind`: what is here may be old; `gone`: deleted
 * or not ours to see; `failed`: the server cannot show it, and `reason` says why.
 */
export type SessionPhase = 'loading' | 'live' | 'behind' | 'gone' | 'failed';

export interface SessionState {
  readonly phase: SessionPhase;
  readonly session: Session | null;
  /** Whether the first event is here. */
  readonly isWhole: boolean;
  readonly isLoadingOlder: boolean;
  /** Why older events could not be read, until they are asked for again. */
  readonly olderError: unknown;
  readonly reason?: string;
}

/** Events of one page. */
const PAGE = 200;
/** A number that no event reaches: what is before it are the last events. */
const END = Number.MAX_SAFE_INTEGER;
/** What arrives within so many milliseconds is drawn at once. */
const GATHER_MS = 16;
const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 10_000;

/** One agent session, followed live. */
export class LiveSession {
  readonly id: string;
  readonly transcript = new Transcript();
  readonly #world: SessionWorld;
  readonly #changed = new Listeners();
  readonly #backoff: Backoff;
  #state: SessionState | null = null;
  #session: Session | null = null;
  #trouble: { phase: 'gone' | 'failed'; reason: string } | null = null;
  #isWhole = false;
  #older: 'idle' | 'loading' | { readonly error: unknown } = 'idle';
  #followers = 0;
  #isOnline = false;
  /** Whether the last page is here: `asked` while it is on its way. */
  #tail: 'no' | 'asked' | 'here' = 'no';
  #following: 'no' | 'asked' | 'yes' = 'no';
  #gathered: SessionEvent[] = [];
  #cancelRetry: (() => void) | null = null;

  constructor(id: string, world: SessionWorld) {
    this.id = id;
    this.#world = world;
    this.#backoff = new Backoff(FIRST_RETRY_MS, LONGEST_RETRY_MS, world.random);
  }

  state(): SessionState {
    this.#state ??= {
      phase: this.#phase(),
      session: this.#session,
      isWhole: this.#isWhole,
      isLoadingOlder: this.#older === 'loading',
      olderError: typeof this.#older === 'object' ? this.#older.error : null,
      ...(this.#trouble && { reason: this.#trouble.reason }),
    };
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    return this.#changed.add(listener);
  }

  get isFollowed(): boolean {
    return this.#followers > 0;
  }

  /** Keeps the session followed until the returned function is called. */
  follow(): () => void {
    this.#followers += 1;
    this.#goOn();
    let leave = () => {
      this.#followers -= 1;
      if (this.#followers === 0) this.#unfollow();
    };
    return () => {
      leave();
      leave = () => {};
    };
  }

  /** Takes what a command has answered, which may be here before the socket says it. */
  put(session: Session): void {
    if (this.#session && session.last_event < this.#session.last_event) return;
    this.#session = session;
    this.#publish();
  }

  async loadOlder(): Promise<void> {
    if (this.#tail !== 'here' || this.#isWhole || this.#older === 'loading') return;
    this.#older = 'loading';
    this.#publish();
    try {
      const before = this.transcript.oldest;
      const page = await this.#world.events(this.id, { before, limit: PAGE });
      this.#older = 'idle';
      this.#isWhole = isLast(page);
      this.transcript.prepend(page.items);
    } catch (error) {
      this.#older = { error };
    }
    this.#publish();
  }

  connected(): void {
    this.#isOnline = true;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#goOn();
  }

  disconnected(): void {
    this.#isOnline = false;
    this.#following = 'no';
    this.#flush();
    this.#publish();
  }

  hear(message: Inbound): void {
    if (this.#followers === 0) return;
    if (message.type === 'event') {
      const { n, event: type, data } = message;
      const at = message.at ?? new Date(this.#world.clock.now()).toISOString();
      this.#gather({ n, type, data, at } as SessionEvent);
    } else if (message.type === 'session') {
      // After the first one only what has changed is said.
      this.#session = { ...this.#session, ...message.session } as Session;
      this.#inStep();
    } else if (message.type === 'error') {
      this.#refused(message.status, message.message);
    }
  }

  #phase(): SessionPhase {
    if (this.#trouble) return this.#trouble.phase;
    if (this.#tail !== 'here') return 'loading';
    return this.#following === 'yes' ? 'live' : 'behind';
  }

  /** Does the next step towards being in step with the server: first the last page, then what comes after it. */
  #goOn(): void {
    if (this.#followers === 0 || this.#cancelRetry) return;
    if (this.#tail === 'no') void this.#loadTail();
    else if (this.#tail === 'here' && this.#isOnline && this.#following === 'no') {
      this.#following = 'asked';
      const after = this.transcript.newest;
      this.#world.send({ type: 'follow', session: this.id, after, lean: true });
    }
  }

  async #loadTail(): Promise<void> {
    this.#tail = 'asked';
    try {
      const page = await this.#world.events(this.id, { before: END, limit: PAGE });
      this.#tail = 'here';
      this.#isWhole = isLast(page);
      this.transcript.append(page.items);
      this.#goOn();
    } catch (error) {
      this.#tail = 'no';
      const { status, message } = (error ?? {}) as { status?: unknown; message?: unknown };
      const code = typeof status === 'number' ? status : 0;
      this.#refused(code === 0 || code >= 500 ? 503 : code, String(message ?? ''));
    }
    this.#publish();
  }

  #unfollow(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#flush();
    if (this.#following === 'no') return;
    this.#following = 'no';
    this.#world.send({ type: 'unfollow', session: this.id });
    this.#publish();
  }

  #gather(event: SessionEvent): void {
    this.#gathered.push(event);
    if (this.#gathered.length === 1) this.#world.clock.after(GATHER_MS, () => this.#flush());
  }

  #flush(): void {
    const events = this.#gathered;
    if (events.length === 0) return;
    this.#gathered = [];
    for (const n of this.transcript.append(events)) void this.#complete(n);
    this.#inStep();
  }

  /** Fetches a message that came without its text, because the server thought we had heard it all. */
  async #complete(n: number): Promise<void> {
    try {
      const { items } = await this.#world.events(this.id, { after: n - 1, limit: 1 });
      const [event] = items;
      if (event?.n !== n || event.type !== 'assistant_message') return;
      if (typeof event.data.text === 'string') this.transcript.fill(n, event.data.text);
    } catch {
      // What the deltas said stays; the next visit shows all of it.
    }
  }

  #inStep(): void {
    if (this.#following === 'asked') this.#following = 'yes';
    this.#trouble = null;
    this.#backoff.reset();
    this.#publish();
  }

  #refused(status: number | undefined, reason: string): void {
    this.#following = 'no';
    if (status === undefined || status === 429 || status >= 500) this.#retryLater();
    else this.#trouble = { phase: status === 404 || status === 403 ? 'gone' : 'failed', reason };
    this.#publish();
  }

  #retryLater(): void {
    this.#cancelRetry ??= this.#world.clock.after(this.#backoff.next(), () => {
      this.#cancelRetry = null;
      this.#goOn();
    });
  }

  #publish(): void {
    this.#state = null;
    this.#changed.call();
  }
}

function isLast({ next }: EventPage): boolean {
  return next === undefined || next === null;
}
