import { Live } from '../../src/live/client';
import { systemClock } from '../../src/live/clock';
import { MemoryStorage } from '../../src/live/memory-storage';
import type { EventData, EventType, Session, SessionEvent, Waiting } from '../../src/live/session-wire';
import type { Wire } from '../../src/live/socket';
import type { Inbound, Outbound } from '../../src/live/wire';

const AT = '2026-03-01T12:00:00.000Z';

export function aSession(more: Partial<Session> = {}): Session {
  return {
    id: 's1',
    project_id: 'p1',
    board_id: null,
    card_id: null,
    title: 'Fix the queue',
    agent: 'claude',
    scripted: false,
    mode: 'code',
    model: null,
    status: 'idle',
    place: null,
    forked_from: null,
    forked_at_turn: null,
    created_by: 'ada',
    created_at: AT,
    updated_at: AT,
    last_event: 0,
    turns: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0,
    context_tokens: 0,
    context_window: null,
    failure: null,
    waiting: [],
    queued_messages: [],
    ...more,
  };
}

/** A server with one session, as far as a page needs it: it plays what a test writes into the log. */
export class FakeSessions {
  readonly live: Live;
  readonly log: SessionEvent[] = [];
  session: Session;
  #wire: Wire | null = null;
  #isFollowed = false;

  constructor(session: Partial<Session> = {}) {
    this.session = aSession(session);
    this.live = new Live({
      connect: () => this.#dial(),
      token: async () => 'token',
      revert: async () => ({ kind: 'nothing', leftOut: 0 }),
      events: async () => ({ items: [...this.log] }),
      storage: new MemoryStorage(),
      clock: systemClock,
      random: () => 0.5,
      author: { type: 'user', id: 'ada' },
    });
    this.live.start();
  }

  /** Writes an event, and says it to whoever follows. */
  add<Type extends EventType>(type: Type, data: EventData[Type]): this {
    const event = { n: this.log.length + 1, type, data, at: AT } as SessionEvent;
    this.log.push(event);
    if (this.#isFollowed) this.#say({ type: 'event', session: 's1', n: event.n, event: type, data, at: AT });
    return this;
  }

  /** Has somebody write a message that reaches the agent. */
  user(content: string): this {
    const id = `m${this.log.length}`;
    this.add('user_message', { id, content, by: 'ada', by_name: 'Ada' });
    return this.add('delivered', { ids: [id] });
  }

  /** Asks somebody something, and waits. */
  ask(asked: Omit<Waiting, 'request_id' | 'asked_at'>): this {
    const waiting = { ...asked, request_id: asked.data.request_id, asked_at: AT } as Waiting;
    this.add(asked.kind, asked.data as never);
    return this.set({ status: 'waiting', waiting: [...this.session.waiting, waiting] });
  }

  set(more: Partial<Session>): this {
    this.session = { ...this.session, ...more, last_event: this.log.length };
    if (this.#isFollowed) this.#say({ type: 'session', session: this.session });
    return this;
  }

  /** Says that something in the inbox has changed. */
  knock(): void {
    this.#say({ type: 'inbox' });
  }

  /** Says that we have become a member of a project. */
  join(): void {
    this.#say({ type: 'projects' });
  }

  #dial(): Wire {
    const wire: Wire = {
      onopen: null,
      onmessage: null,
      onclose: null,
      close: () => {},
      send: (text) => this.#hear(JSON.parse(text) as Outbound),
    };
    this.#wire = wire;
    queueMicrotask(() => wire.onopen?.());
    return wire;
  }

  #hear(message: Outbound): void {
    if (message.type === 'auth')
      this.#say({ type: 'ready', user: { id: 'ada', email: '', name: 'Ada' }, peer: 'p' });
    if (message.type === 'unfollow') this.#isFollowed = false;
    if (message.type !== 'follow') return;
    this.#isFollowed = true;
    this.#say({ type: 'session', session: this.session });
  }

  #say(message: Inbound): void {
    this.#wire?.onmessage?.({ data: JSON.stringify(message) });
  }
}
