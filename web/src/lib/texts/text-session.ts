import type { LiveBoard } from '@/live/board';
import type { Edit, Settled } from '@/live/board-status';
import { Listeners } from '@/live/listeners';
import {
  cleanText,
  edition,
  isSettled,
  type KeptText,
  nextText,
  resumeText,
  startText,
  type TextEvent,
  type TextState,
} from './text-editing';

/** A draft is sent after so long without typing. */
export const IDLE_MS = 800;

interface SessionHost {
  /** Sends the text, which started from the one at `fromSeq`. */
  write(text: string, fromSeq: number): Edit;
  /** Keeps what must survive a reload; `null` when there is nothing. */
  keep(kept: KeptText | null): void;
  changed(): void;
  /** Called when nobody looks at the text and there is nothing left to send or to decide. */
  settled(): void;
}

/** One text being written: runs the state machine of `text-editing` against the board. */
export class TextSession {
  readonly node: string;
  readonly prop: string;
  readonly #board: LiveBoard;
  readonly #host: SessionHost;
  readonly #listeners = new Listeners();
  #state: TextState;
  #editors = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #takenIn = new Set<string>();
  #unsubscribe = () => {};

  constructor(board: LiveBoard, node: string, prop: string, host: SessionHost) {
    this.node = node;
    this.prop = prop;
    this.#board = board;
    this.#host = host;
    this.#state = startText(this.#text(), board.status().seq);
  }

  start(kept: unknown): void {
    const { seq } = this.#board.status();
    if (isKept(kept)) this.#state = resumeText(kept, this.#text(), seq);
    this.#takeIn();
    this.#unsubscribe = this.#board.subscribeNode(this.node, () => this.#look());
    this.#publish();
    this.#schedule();
  }

  state(): TextState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Says that an editor shows the text; it is kept until the returned function is called, and sent then. */
  attach(): () => void {
    this.#editors += 1;
    return () => {
      this.#editors -= 1;
      this.flush();
      this.#settle();
    };
  }

  type(draft: string): void {
    this.#hear({ type: 'typed', draft: cleanText(draft) });
    this.#schedule();
  }

  /** Decides a conflict; what was refused is settled once this is saved. */
  resolve(text: string): void {
    this.#hear({ type: 'resolved', text: cleanText(text) });
    this.flush();
    this.#settle();
  }

  /** Forgets what was typed and not sent. */
  discard(): void {
    for (const { id } of this.#refusals()) this.#board.dismiss(id);
    this.#state = startText(this.#text(), this.#board.status().seq);
    this.#publish();
    this.#settle();
  }

  /** Sends what there is to send, now. */
  flush(): void {
    clearTimeout(this.#timer);
    const next = edition(this.#state);
    if (!next || !this.#board.node(this.node)) return;
    this.#hear({ type: 'sent' });
    const edit = this.#host.write(next.text, next.fromSeq);
    void edit.settled.then((settled) => this.#answered(settled));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  #answered(settled: Settled): void {
    const seen = { text: this.#text(), seq: this.#board.status().seq };
    if (settled.ok) this.#hear({ type: 'saved', ...seen });
    else if (settled.refusal.code === 'taken_back') this.#hear({ type: 'takenBack', ...seen });
    else if (settled.refusal.conflict) {
      this.#takenIn.add(settled.refusal.id);
      this.#hear({ type: 'collided', base: cleanText(settled.refusal.conflict.base), ...seen });
    } else this.#hear({ type: 'refused', reason: settled.refusal.reason, ...seen });
    this.#schedule();
    this.#settle();
  }

  #look(): void {
    if (!this.#board.node(this.node)) {
      this.#publish();
      return;
    }
    this.#takeIn();
    this.#hear({ type: 'viewed', text: this.#text(), seq: this.#board.status().seq });
    this.#settle();
  }

  /** Makes the refused edits of earlier visits part of the draft, before what the board shows without them is. */
  #takeIn(): void {
    if (this.#state.sending !== null) return;
    for (const { id, conflict } of this.#refusals()) {
      if (!conflict || this.#takenIn.has(id)) continue;
      this.#takenIn.add(id);
      const isUntouched = this.#state.draft === this.#state.base;
      const draft = isUntouched ? cleanText(conflict.yours) : this.#state.draft;
      const seen = { text: this.#text(), seq: this.#board.status().seq };
      this.#state = nextText(
        { ...this.#state, draft },
        { type: 'collided', base: cleanText(conflict.base), ...seen },
      );
    }
  }

  #hear(event: TextEvent): void {
    this.#state = nextText(this.#state, event);
    const { conflict, sending } = this.#state;
    // Once the draft has found its place, so has what was refused and taken into it.
    if (!conflict && sending === null && event.type !== 'typed') {
      for (const { id } of this.#refusals()) if (this.#takenIn.has(id)) this.#board.dismiss(id);
    }
    this.#publish();
  }

  #publish(): void {
    const { base, baseSeq, draft, sending } = this.#state;
    this.#host.keep(isSettled(this.#state) ? null : { base, baseSeq, draft, sending });
    this.#host.changed();
    this.#listeners.call();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (edition(this.#state)) this.#timer = setTimeout(() => this.flush(), IDLE_MS);
  }

  #settle(): void {
    if (this.#editors === 0 && isSettled(this.#state)) this.#host.settled();
  }

  #text(): string {
    const value = this.#board.node(this.node)?.props[this.prop];
    return typeof value === 'string' ? cleanText(value) : '';
  }

  #refusals() {
    return this.#board
      .status()
      .refusals.filter(({ conflict }) => conflict?.node === this.node && conflict.prop === this.prop);
  }
}

function isKept(value: unknown): value is KeptText {
  if (typeof value !== 'object' || value === null) return false;
  const { base, baseSeq, draft, sending } = value as Record<string, unknown>;
  const isText = typeof base === 'string' && typeof draft === 'string';
  return isText && typeof baseSeq === 'number' && (sending === null || typeof sending === 'string');
}
