import { type CardMode, type CardStatus, type CardsMessage, isAtWork } from './cards-wire';
import type { Clock } from './clock';
import { KeyedListeners } from './listeners';

/** For so long a card that was dropped counts as starting, until the server says how it stands. */
const EXPECT_MS = 8_000;

/** How the work on each card of a board stands. What is known stays while there is no connection. */
export class Cards {
  readonly #clock: Pick<Clock, 'now' | 'after'>;
  readonly #statuses = new Map<string, CardStatus>();
  /** What we think will be said in a moment. */
  readonly #expected = new Map<string, { readonly status: CardStatus; readonly cancel: () => void }>();
  /** Counts what the server has said of each card, so that an answer that is older is recognised. */
  readonly #heard = new Map<string, number>();
  readonly #ofCard = new KeyedListeners();
  readonly #ofColumn = new KeyedListeners();
  readonly #board: string;
  #atWork: ReadonlyMap<string, number> = new Map();
  #isKnown = false;

  constructor(board: string, clock: Pick<Clock, 'now' | 'after'>) {
    this.#board = board;
    this.#clock = clock;
  }

  /** Whether the server has said how all cards stand. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  status(card: string): CardStatus | undefined {
    return this.#expected.get(card)?.status ?? this.#statuses.get(card);
  }

  subscribe(card: string, listener: () => void): () => void {
    return this.#ofCard.add(card, listener);
  }

  /** How many cards of a column an agent works on. */
  atWork(column: string): number {
    return this.#atWork.get(column) ?? 0;
  }

  subscribeColumn(column: string, listener: () => void): () => void {
    return this.#ofColumn.add(column, listener);
  }

  hear({ cards, whole = false, gone = [] }: CardsMessage): void {
    const touched = new Set<string>([...gone, ...cards.map(({ card_id }) => card_id)]);
    if (whole) for (const card of this.#statuses.keys()) touched.add(card);
    if (whole) this.#statuses.clear();
    for (const card of gone) this.#statuses.delete(card);
    for (const status of cards) this.#statuses.set(status.card_id, status);
    for (const card of touched) {
      this.#heard.set(card, (this.#heard.get(card) ?? 0) + 1);
      this.#drop(card);
    }
    // Those who opened a card before anything was known wait for this.
    const isFirst = whole && !this.#isKnown;
    if (whole) this.#isKnown = true;
    this.#publish(touched);
    if (isFirst) this.#ofCard.call(EVERY_CARD);
  }

  /** Hears once it is known how all cards stand. */
  subscribeKnown(listener: () => void): () => void {
    return this.#ofCard.add(EVERY_CARD, listener);
  }

  /** Takes what a command answers, unless the server has said something newer meanwhile. */
  async take(card: string, call: Promise<CardStatus>): Promise<CardStatus> {
    const before = this.#heard.get(card);
    const status = await call;
    if (this.#heard.get(card) === before) {
      this.#drop(card);
      this.#statuses.set(card, status);
      this.#publish([card]);
    }
    return status;
  }

  /** Shows a card as starting at once: it was dropped where work starts by itself. */
  expectStart(card: string, column: string, mode: CardMode): void {
    const known = this.status(card);
    if (known && isAtWork(known.phase)) return;
    this.#drop(card);
    const since = new Date(this.#clock.now()).toISOString();
    const status: CardStatus = {
      scripted: false,
      cost_usd: 0,
      ...known,
      card_id: card,
      board_id: this.#board,
      column_id: column,
      phase: 'starting',
      mode,
      since,
    };
    const cancel = this.#clock.after(EXPECT_MS, () => this.forgetExpected(card));
    this.#expected.set(card, { status, cancel });
    this.#publish([card]);
  }

  /** What was expected does not come about. */
  forgetExpected(card: string): void {
    if (!this.#expected.has(card)) return;
    this.#drop(card);
    this.#publish([card]);
  }

  #drop(card: string): void {
    this.#expected.get(card)?.cancel();
    this.#expected.delete(card);
  }

  #publish(cards: Iterable<string>): void {
    const before = this.#atWork;
    const after = new Map<string, number>();
    for (const card of new Set([...this.#statuses.keys(), ...this.#expected.keys()])) {
      const status = this.status(card);
      if (status && isAtWork(status.phase))
        after.set(status.column_id, (after.get(status.column_id) ?? 0) + 1);
    }
    this.#atWork = after;
    for (const card of cards) this.#ofCard.call(card);
    for (const column of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(column) !== after.get(column)) this.#ofColumn.call(column);
    }
  }
}

/** No card has this id. */
const EVERY_CARD = '';
