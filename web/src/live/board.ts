import { Backoff } from './backoff';
import type { BoardPhase, BoardStatus, Edit, UndoOutcome } from './board-status';
import { Cards } from './cards';
import type { Clock } from './clock';
import { Edits } from './edits';
import { type GhostGroup, Ghosts } from './ghosts';
import { Journal } from './journal';
import { KeyedListeners, Listeners } from './listeners';
import { Presence } from './presence';
import { type Difference, Replica } from './replica';
import type { Storage } from './storage';
import type { Author, BoardNode, Change, Inbound, Op, Outbound, Peer, Props } from './wire';

/** What a board needs of the world. */
export interface BoardWorld {
  readonly author: Author;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: () => number;
  readonly send: (message: Outbound) => void;
  /** Asks the server to take back our last change, or to bring it back. */
  readonly revert: (board: string, kind: 'undo' | 'redo') => Promise<UndoOutcome>;
}

const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 10_000;
/** How long a board's last state may be missing from the browser's database; the first is wanted sooner. */
const SAVE_AFTER_MS = 3_000;
const FIRST_SAVE_AFTER_MS = 200;
/** Undo waits so long for what is on its way. */
const UNDO_PATIENCE_MS = 5_000;

/** One board, followed live. */
export class LiveBoard {
  readonly id: string;
  /** How the work on its cards stands. */
  readonly cards: Cards;
  readonly #world: BoardWorld;
  readonly #replica: Replica;
  readonly #journal: Journal;
  readonly #edits: Edits;
  readonly #presence: Presence;
  readonly #ghosts = new Ghosts();
  readonly #backoff: Backoff;
  readonly #all = new Listeners();
  readonly #ofNode = new KeyedListeners();
  readonly #ofList = new KeyedListeners();
  readonly #ofLog = new Listeners<[readonly Change[]]>();
  readonly #remembered: Promise<void>;
  #status: BoardStatus | null = null;
  #kind = '';
  /** Whether there is a state to show, from the server or from an earlier visit. */
  #known = false;
  #trouble: { phase: 'gone' | 'failed'; reason: string } | null = null;
  #followers = 0;
  #peer: string | null = null;
  #following: 'no' | 'asked' | 'yes' = 'no';
  #cancelSave: (() => void) | null = null;
  #reverting: Promise<unknown> = Promise.resolve();

  constructor(id: string, world: BoardWorld) {
    this.id = id;
    this.#world = world;
    this.cards = new Cards(id, world.clock);
    this.#replica = new Replica(world.author);
    this.#journal = new Journal(id, world.storage, world.clock);
    this.#edits = new Edits(this.#replica, this.#journal, (difference) => this.#publish(difference));
    this.#backoff = new Backoff(FIRST_RETRY_MS, LONGEST_RETRY_MS, world.random);
    this.#presence = new Presence(world.clock, (state) => {
      if (this.#following === 'yes') world.send({ ...state, type: 'presence', board: id });
    });
    this.#remembered = this.#remember();
  }

  status(): BoardStatus {
    this.#status ??= {
      phase: this.#phase(),
      seq: this.#replica.seq,
      unsent: this.#edits.unsent,
      refusals: this.#edits.refusals,
      ...(this.#trouble && { reason: this.#trouble.reason }),
    };
    return this.#status;
  }

  node(id: string): BoardNode | undefined {
    return this.#replica.node(id);
  }

  children(parent: string): readonly string[] {
    return this.#replica.children(parent);
  }

  isPending(id: string): boolean {
    return this.#replica.isPending(id);
  }

  subscribe(listener: () => void): () => void {
    return this.#all.add(listener);
  }

  subscribeNode(id: string, listener: () => void): () => void {
    return this.#ofNode.add(id, listener);
  }

  subscribeChildren(parent: string, listener: () => void): () => void {
    return this.#ofList.add(parent, listener);
  }

  peers(): readonly Peer[] {
    return this.#presence.peers;
  }

  subscribePeers(listener: () => void): () => void {
    return this.#presence.changed.add(listener);
  }

  ghosts(): readonly GhostGroup[] {
    return this.#ghosts.groups;
  }

  subscribeGhosts(listener: () => void): () => void {
    return this.#ghosts.changed.add(listener);
  }

  setPresence(state: Props): void {
    this.#presence.set(state);
  }

  /** Hears of the log's changes as they arrive. */
  changes(listener: (changes: readonly Change[]) => void): () => void {
    return this.#ofLog.add(listener);
  }

  /** Makes an edit: shown at once, kept in the browser until the server has answered, and sent in order. */
  edit(label: string, ops: readonly Op[]): Edit {
    const edit = this.#edits.make(label, ops);
    this.#flush();
    return edit;
  }

  /** Forgets a refusal that somebody has seen. */
  dismiss(refusalId: string): void {
    this.#edits.dismiss(refusalId);
  }

  /** Takes back our last edit: here if it was not sent yet, else by asking the server. */
  undo(): Promise<UndoOutcome> {
    return this.#inTurn(() => this.#undo());
  }

  /** Brings back what our last undo took. */
  redo(): Promise<UndoOutcome> {
    return this.#inTurn(() => this.#redo());
  }

  /** Keeps the board followed until the returned function is called. */
  follow(): () => void {
    this.#followers += 1;
    if (this.#followers === 1) this.#presence.opened();
    void this.#open();
    let leave = () => {
      this.#followers -= 1;
      this.#closeIfUnwanted();
    };
    return () => {
      leave();
      leave = () => {};
    };
  }

  /** There is a connection, on which we are called `peer`. */
  connected(peer: string): void {
    this.#peer = peer;
    void this.#open();
  }

  disconnected(): void {
    this.#peer = null;
    this.#following = 'no';
    this.#edits.disconnected();
    this.#presence.clear();
    this.#ghosts.clear();
    // From now on the browser's copy may be all there is.
    if (this.#cancelSave) void this.save();
    this.#publish();
  }

  hear(message: Inbound): void {
    switch (message.type) {
      case 'snapshot':
        this.#kind = message.kind;
        this.#inStep(this.#replica.load(message.seq, message.nodes), []);
        break;
      case 'changes':
        this.#receive(message.changes);
        break;
      case 'ack':
        this.#edits.acknowledged(message.id, message.seq);
        this.#answered();
        break;
      case 'reject':
        if (this.#edits.rejected(message) === 'again') this.#later(() => this.#edits.sendAgain(message.id));
        this.#answered();
        break;
      case 'presence':
        this.#presence.hear(message.peers, this.#peer);
        break;
      case 'ghosts':
        this.#ghosts.hear(message);
        break;
      case 'cards':
        this.cards.hear(message);
        break;
      case 'resync':
        this.#following = 'no';
        this.#ghosts.clear();
        void this.#open();
        break;
      case 'error':
        this.#refused(message.status, message.message);
        break;
      case 'ready':
      case 'pong':
      case 'event':
      case 'session':
      case 'inbox':
      case 'projects':
        break;
    }
  }

  /** Writes the last state to the browser's database now. */
  async save(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    if (!this.#known) return;
    await this.#journal.save({ kind: this.#kind, seq: this.#replica.seq, nodes: this.#replica.confirmed() });
  }

  #phase(): BoardPhase {
    if (this.#trouble) return this.#trouble.phase;
    if (this.#following === 'yes') return 'live';
    return this.#known ? 'cached' : 'loading';
  }

  /** Somebody looks at the board, or changes wait whose fate its log will tell. */
  get #isWanted(): boolean {
    return this.#followers > 0 || this.#edits.unsent > 0;
  }

  async #remember(): Promise<void> {
    const stored = await this.#journal.load();
    if (!stored) return;
    if (stored.snapshot) {
      this.#kind = stored.snapshot.kind;
      this.#known = true;
      this.#publish(this.#replica.load(stored.snapshot.seq, stored.snapshot.nodes));
    }
    this.#edits.remember(stored);
  }

  async #open(): Promise<void> {
    // What an earlier visit left tells from where on we need the log.
    await this.#remembered;
    if (this.#peer === null || this.#following !== 'no' || !this.#isWanted) return;
    this.#following = 'asked';
    this.#world.send({ type: 'open', board: this.id, ...(this.#known && { after: this.#replica.seq }) });
    this.#flush();
  }

  #closeIfUnwanted(): void {
    if (this.#isWanted || this.#following === 'no') return;
    this.#world.send({ type: 'close', board: this.id });
    this.#following = 'no';
    this.#presence.clear();
    this.#ghosts.clear();
    void this.save();
    this.#publish();
  }

  #receive(changes: readonly Change[]): void {
    const difference = this.#replica.receive(changes);
    if (!difference) {
      // Only a damaged copy can explain that the log does not follow from what we have: ask for everything.
      this.#known = false;
      this.#following = 'no';
      void this.#open();
      return;
    }
    this.#inStep(difference, changes);
    if (changes.length > 0) this.#ofLog.call(changes);
  }

  #inStep(difference: Difference, changes: readonly Change[]): void {
    this.#edits.wentOn(changes);
    const isFirst = this.#following === 'asked';
    if (isFirst) this.#following = 'yes';
    this.#known = true;
    this.#trouble = null;
    this.#backoff.reset();
    const wait = isFirst ? FIRST_SAVE_AFTER_MS : SAVE_AFTER_MS;
    this.#cancelSave ??= this.#world.clock.after(wait, () => void this.save());
    if (isFirst && this.#followers > 0) this.#presence.opened();
    this.#publish(difference);
    this.#answered();
  }

  /** Something was answered: there is room for more, or nothing left to wait for. */
  #answered(): void {
    this.#flush();
    this.#closeIfUnwanted();
  }

  /** The server does not open the board. */
  #refused(status: number | undefined, reason: string): void {
    if (status === undefined) return;
    this.#following = 'no';
    if (status === 503 || status === 429) this.#later(() => {});
    else this.#trouble = { phase: status === 404 || status === 403 ? 'gone' : 'failed', reason };
    this.#publish();
  }

  /** Does something after a wait, then goes on with whatever is to be opened or sent. */
  #later(step: () => void): void {
    this.#world.clock.after(this.#backoff.next(), () => {
      step();
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#peer === null) return;
    if (this.#following === 'no') {
      void this.#open();
      return;
    }
    for (const change of this.#edits.next()) this.#world.send({ type: 'change', board: this.id, change });
  }

  async #undo(): Promise<UndoOutcome> {
    const unsent = this.#edits.takeBack();
    if (!unsent) return this.#revert('undo');
    return { kind: 'undone', leftOut: 0, ...(unsent.label !== undefined && { label: unsent.label }) };
  }

  async #redo(): Promise<UndoOutcome> {
    const again = this.#edits.bringBack();
    if (!again) return this.#revert('redo');
    this.#flush();
    return { kind: 'redone', leftOut: 0, ...(again.label !== undefined && { label: again.label }) };
  }

  /** Runs one undo or redo after the other: each takes back what the one before left. */
  #inTurn(step: () => Promise<UndoOutcome>): Promise<UndoOutcome> {
    const outcome = this.#reverting.then(step, step);
    this.#reverting = outcome;
    return outcome;
  }

  async #revert(kind: 'undo' | 'redo'): Promise<UndoOutcome> {
    if ((await this.#allAnswered()) && this.#peer !== null) return this.#world.revert(this.id, kind);
    const message = 'The server cannot be reached. Try again when you are back online.';
    return { kind: 'unavailable', leftOut: 0, message };
  }

  /** Waits until the server has answered all our changes; `false` when that takes too long. */
  #allAnswered(): Promise<boolean> {
    if (this.#edits.unsent === 0 || this.#peer === null) return Promise.resolve(this.#peer !== null);
    return new Promise((resolve) => {
      const end = (answered: boolean) => {
        cancel();
        stop();
        resolve(answered);
      };
      const cancel = this.#world.clock.after(UNDO_PATIENCE_MS, () => end(false));
      const stop = this.#all.add(() => {
        if (this.#edits.unsent === 0) end(true);
      });
    });
  }

  #publish(difference?: Difference): void {
    this.#status = null;
    if (difference) {
      for (const id of difference.nodes) this.#ofNode.call(id);
      for (const id of difference.lists) this.#ofList.call(id);
    }
    this.#all.call();
  }
}
