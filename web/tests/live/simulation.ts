import type { LiveBoard } from '../../src/live/board';
import { Live } from '../../src/live/client';
import { MemoryStorage } from '../../src/live/memory-storage';
import type { Wire } from '../../src/live/socket';
import type { BoardNode, Inbound, Op, Outbound } from '../../src/live/wire';
import { FakeClock, settle } from './fake-clock';
import { ModelServer, type ModelSocket } from './model-server';

export const BOARD = 'board';
export const COLUMNS = ['todo', 'doing', 'done'] as const;

/** A small generator of pseudo-random numbers, so that a seed replays a run. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How unkind the network and the server are. */
export interface Weather {
  calm: boolean;
}

/** A server, a bad network, and people who edit, reload and lose their connection. */
export class Simulation {
  readonly clock = new FakeClock();
  readonly random: () => number;
  readonly weather: Weather = { calm: false };
  readonly server: ModelServer;
  readonly people: Person[];
  readonly wires = new Set<Connection>();

  constructor(seed: number, people: number) {
    this.random = randomOf(seed);
    const seedOps: Op[] = COLUMNS.map((id) => ({
      op: 'create',
      id,
      kind: 'column',
      parent: 'root',
      props: { name: id },
    }));
    const cards: Op[] = ['a', 'b', 'c'].map((id) => {
      return {
        op: 'create',
        id,
        kind: 'card',
        parent: 'todo',
        props: { title: id, text: 'one two three four five' },
      };
    });
    this.server = new ModelServer(BOARD, [...seedOps, ...cards]);
    this.people = Array.from({ length: people }, (_, index) => new Person(this, `user${index}`));
  }

  chance(probability: number): boolean {
    return !this.weather.calm && this.random() < probability;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.random() * items.length)];
  }

  /** Breaks every connection, as a restart of the server does. */
  restart(): void {
    for (const wire of [...this.wires]) wire.break();
  }

  /** Ends the bad weather and waits until nothing moves any more. */
  async calmDown(): Promise<void> {
    this.weather.calm = true;
    for (let round = 0; round < 60; round += 1) {
      await this.clock.pass(2_000);
      const quiet = this.people.every(
        ({ board }) => board.status().phase === 'live' && board.status().unsent === 0,
      );
      if (quiet && [...this.wires].every((wire) => wire.isQuiet)) return;
    }
  }
}

/** One connection: messages keep their order, take their time, and may be lost together with it. */
export class Connection implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  #open = true;
  #underway = 0;
  #lastUp = 0;
  #lastDown = 0;
  readonly #socket: ModelSocket;

  constructor(
    private readonly simulation: Simulation,
    user: string,
  ) {
    simulation.wires.add(this);
    this.#socket = { author: { type: 'user', id: user }, say: (message) => this.#down(message) };
    this.#up(() => this.onopen?.());
  }

  get isQuiet(): boolean {
    return this.#underway === 0;
  }

  send(text: string): void {
    const message = JSON.parse(text) as Outbound;
    // What was sent before the end may still arrive after it, also after a newer connection was made.
    this.#up(() => {
      if (message.type === 'auth') {
        const user = { id: 'u', email: 'u@example.org', name: 'U' };
        this.#down({ type: 'ready', user, peer: 'p' });
        return;
      }
      if (!this.#open && this.simulation.chance(0.5)) return;
      const written = this.simulation.chance(0.04) ? 'retry-written' : 'plain';
      const verdict = this.simulation.chance(0.06) ? 'retry-unwritten' : written;
      this.simulation.server.hear(this.#socket, message, verdict);
      if (!this.#open) this.simulation.server.leave(this.#socket);
      if (this.simulation.chance(0.02)) this.simulation.server.resync(this.#socket);
      if (this.simulation.chance(0.02)) this.break();
    });
  }

  close(): void {
    this.#open = false;
    this.simulation.wires.delete(this);
    this.simulation.server.leave(this.#socket);
  }

  break(): void {
    if (!this.#open) return;
    this.close();
    this.simulation.clock.after(this.simulation.random() * 50, () => this.onclose?.({ code: 1006 }));
  }

  #up(step: () => void): void {
    this.#lastUp = this.#schedule(this.#lastUp, step);
  }

  #down(message: Inbound): void {
    const data = JSON.stringify(message);
    this.#lastDown = this.#schedule(this.#lastDown, () => {
      if (this.#open) this.onmessage?.({ data });
    });
  }

  #schedule(after: number, step: () => void): number {
    const { clock, random } = this.simulation;
    const at = Math.max(after, clock.now() + 1 + random() * 60);
    this.#underway += 1;
    clock.after(at - clock.now(), () => {
      this.#underway -= 1;
      step();
    });
    return at;
  }
}

/** Somebody with a browser whose database survives a reload. */
export class Person {
  readonly storage = new MemoryStorage();
  readonly made = new Set<string>();
  readonly takenBack = new Set<string>();
  /** Each word somebody wrote, with its card and the edit that carries it. */
  readonly words: { card: string; word: string; edit: string }[] = [];
  readonly refusals = new Map<string, string>();
  live!: Live;
  board!: LiveBoard;
  #count = 0;

  constructor(
    private readonly simulation: Simulation,
    readonly name: string,
  ) {
    this.arrive();
  }

  arrive(): void {
    const { clock, random } = this.simulation;
    this.live = new Live({
      connect: () => new Connection(this.simulation, this.name),
      token: async () => {
        if (this.simulation.chance(0.1)) throw new Error('the server cannot be reached');
        return 'token';
      },
      revert: async () => ({ kind: 'nothing', leftOut: 0 }),
      events: async () => ({ items: [] }),
      storage: this.storage,
      clock,
      random,
      author: { type: 'user', id: this.name },
    });
    this.board = this.live.board(BOARD);
    this.live.open(BOARD);
    this.live.start();
  }

  async reload(): Promise<void> {
    this.#note();
    if (this.simulation.random() < 0.5) await this.live.save();
    this.live.stop();
    this.arrive();
    await settle();
  }

  act(): void {
    const { random, pick } = {
      random: this.simulation.random,
      pick: <T>(items: readonly T[]) => this.simulation.pick(items),
    };
    const cards = COLUMNS.flatMap((column) => this.board.children(column));
    const card = pick(cards);
    const column = pick(COLUMNS) ?? 'todo';
    const chance = random();
    this.#count += 1;
    if (chance < 0.1) {
      const id = `${this.name}.${this.#count}`;
      this.#edit([
        { op: 'create', id, kind: 'card', parent: column, props: { title: id, text: 'one two three' } },
      ]);
    } else if (card === undefined) {
      return;
    } else if (chance < 0.25) {
      const neighbour = pick(this.board.children(column).filter((id) => id !== card));
      const place =
        neighbour === undefined ? {} : random() < 0.5 ? { before: neighbour } : { after: neighbour };
      this.#edit([{ op: 'move', id: card, parent: column, ...place }]);
    } else if (chance < 0.35) {
      this.#edit([{ op: 'update', id: card, props: { title: `${this.name} ${this.#count}` } }]);
    } else if (chance < 0.9) {
      // Mostly the same text, so that edits meet: one's own that are still under way, and those of others.
      this.#write(random() < 0.8 && this.board.node('a') ? 'a' : card);
    } else if (chance < 0.92) {
      this.#edit([{ op: 'delete', id: card }]);
    } else {
      this.#note();
      void this.board.undo();
    }
  }

  /** Adds a word of its own to a text. */
  #write(card: string): void {
    const word = `${this.name}w${this.#count}`;
    const words = String(this.board.node(card)?.props.text ?? '').split(' ');
    words.splice(Math.floor(this.simulation.random() * (words.length + 1)), 0, word);
    const props = { text: words.join(' ') };
    const edit = this.#edit([{ op: 'update', id: card, props, from_seq: this.board.status().seq }]);
    this.words.push({ card, word, edit });
  }

  #edit(ops: readonly Op[]): string {
    const edit = this.board.edit('Edit', ops);
    // What became of a text is told by its words: one refusal may speak for several edits of it.
    if (!ops.some((op) => op.op === 'update' && 'text' in op.props)) this.made.add(edit.id);
    edit.settled.then((settled) => {
      if (settled.ok) return;
      if (settled.refusal.code === 'taken_back') this.takenBack.add(edit.id);
      // A later edit of a text in conflict is told of together with the first.
      else this.refusals.set(edit.id, settled.refusal.conflict?.yours ?? '');
    });
    return edit.id;
  }

  /** Remembers refusals, which a person would have seen. */
  #note(): void {
    for (const { id, conflict } of this.board.status().refusals) this.refusals.set(id, conflict?.yours ?? '');
  }

  get refused(): ReadonlyMap<string, string> {
    this.#note();
    return this.refusals;
  }

  view(): BoardNode[] {
    const found: BoardNode[] = [];
    const walk = (parent: string) => {
      for (const id of this.board.children(parent)) {
        const node = this.board.node(id);
        if (node) found.push(node);
        walk(id);
      }
    };
    walk('root');
    return found;
  }
}
