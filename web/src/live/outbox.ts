import { mergeTexts } from './text';
import type { ChangeRequest, Op, TextConflict } from './wire';

/** Unanswered changes on one connection; the server stops reading at 256. */
export const MAX_IN_FLIGHT = 64;

interface Entry {
  change: ChangeRequest;
  /** Whether it was sent over the connection that is open now. */
  inFlight: boolean;
  /** Whether any connection may have carried it, so that the server may know it. */
  maybeSent: boolean;
  /** The place in the log the server has acknowledged it at; it stays until we have the log up to there. */
  acknowledged: number | null;
}

/** Our changes that the server has not answered, in the order they were made. */
export class Outbox {
  readonly #entries: Entry[] = [];

  get size(): number {
    return this.#entries.length;
  }

  has(id: string): boolean {
    return this.#entries.some((entry) => entry.change.id === id);
  }

  push(change: ChangeRequest, sent: 'never' | 'maybe'): void {
    this.#entries.push({ change, inFlight: false, maybeSent: sent === 'maybe', acknowledged: null });
  }

  remove(id: string): ChangeRequest | null {
    const index = this.#entries.findIndex((entry) => entry.change.id === id);
    return index < 0 ? null : (this.#entries.splice(index, 1)[0]?.change ?? null);
  }

  /** Returns what may be sent now, and takes it as sent. */
  next(): ChangeRequest[] {
    const sending: ChangeRequest[] = [];
    const written = new Set<string>();
    let inFlight = this.#entries.filter((entry) => entry.inFlight).length;
    for (const entry of this.#entries) {
      // An earlier change may have to be sent again, so whatever builds on it waits for its answer.
      const waits = mentions(entry.change).some((id) => written.has(id));
      for (const op of entry.change.ops) written.add(op.id);
      if (entry.inFlight || entry.acknowledged !== null || waits || inFlight >= MAX_IN_FLIGHT) continue;
      entry.inFlight = true;
      entry.maybeSent = true;
      inFlight += 1;
      sending.push(entry.change);
    }
    return sending;
  }

  /** Notes that the log holds a change, at a place we have not come to. */
  acknowledge(id: string, seq: number): void {
    for (const entry of this.#entries) {
      if (entry.change.id === id) Object.assign(entry, { acknowledged: seq, inFlight: false });
    }
  }

  /** Returns the acknowledged changes whose effect is in the log up to `seq`. */
  arrived(seq: number): { id: string; seq: number }[] {
    return this.#entries.flatMap(({ change, acknowledged }) => {
      return acknowledged !== null && acknowledged <= seq ? [{ id: change.id, seq: acknowledged }] : [];
    });
  }

  /** Notes that a change must be sent again over the same connection. */
  sendAgain(id: string): void {
    for (const entry of this.#entries) if (entry.change.id === id) entry.inFlight = false;
  }

  /** Notes that the connection is gone: whatever it carried must be sent again. */
  disconnected(): void {
    for (const entry of this.#entries) entry.inFlight = false;
  }

  /** Returns the newest change if no connection can have carried it, so that it can still be taken back here. */
  newestUnsent(): ChangeRequest | null {
    const newest = this.#entries.at(-1);
    return newest && !newest.maybeSent ? newest.change : null;
  }

  /**
   * Folds a newer version of a text into an edit of it that was not sent yet, so that typing while offline stays one
   * change; returns the edit as it is now.
   */
  fold(ops: readonly Op[]): ChangeRequest | null {
    const text = loneText(ops);
    if (!text) return null;
    const last = this.#entries.findLast((entry) => entry.change.ops.some((op) => op.id === text.node));
    const earlier = last && !last.maybeSent ? loneText(last.change.ops) : null;
    if (!last || !earlier || earlier.prop !== text.prop) return null;
    last.change = { ...last.change, ops: [writeText(text.node, text.prop, text.value, earlier.from_seq)] };
    return last.change;
  }

  /** Dates an edit of a text back to what our earlier, unanswered edit of it started from: it goes on from that one. */
  continueTexts(ops: readonly Op[]): readonly Op[] {
    return ops.map((op) => {
      const earlier = textsOf(op).flatMap((text) => this.#textsLike(text).map(({ from_seq }) => from_seq));
      if (op.op !== 'update' || op.from_seq === undefined || earlier.length === 0) return op;
      return { ...op, from_seq: Math.min(op.from_seq, ...earlier) };
    });
  }

  /**
   * Brings our later edits of the texts of a change up to date once it is in the log; `stands` tells what a text is now.
   *
   * Each later edit was made on top of the one before, so each is merged with what became of that one. Where that is
   * impossible, the rest of the line is taken out and told as a conflict: sent as it is, it would undo what others wrote.
   */
  follow(sent: ChangeRequest, stands: (node: string, prop: string) => string, seq: number): Followed {
    const moved: ChangeRequest[] = [];
    const conflicts: LocalConflict[] = [];
    for (const { node, prop, value } of sent.ops.flatMap(textsOf)) {
      let [base, current] = [value, stands(node, prop)];
      for (const entry of this.#entries.filter(({ change }) => writes(change, node, prop))) {
        const later = loneText(entry.change.ops);
        if (!later || entry.inFlight) break;
        const merged = mergeTexts(base, current, later.value);
        if (merged === null) {
          const { taken, newest } = this.takeTexts(node, prop, entry.change.id);
          const yours = newest ?? later.value;
          conflicts.push({ changes: taken, conflict: { node, prop, base_seq: seq, base, current, yours } });
          break;
        }
        entry.change = { ...entry.change, ops: [writeText(node, prop, merged, seq)] };
        moved.push(entry.change);
        [base, current] = [later.value, merged];
      }
    }
    return { moved, conflicts };
  }

  /** Takes out our edits of a text, from a certain one on; returns them and the last version we wrote, if any. */
  takeTexts(node: string, prop: string, from?: string): { taken: ChangeRequest[]; newest: string | null } {
    const taken: ChangeRequest[] = [];
    let newest: string | null = null;
    let reached = from === undefined;
    for (const { change, inFlight, acknowledged } of [...this.#entries]) {
      reached ||= change.id === from;
      const text = loneText(change.ops);
      if (!reached || !text || text.node !== node || text.prop !== prop) continue;
      if (inFlight || acknowledged !== null) continue;
      newest = text.value;
      taken.push(change);
      this.remove(change.id);
    }
    return { taken, newest };
  }

  #textsLike({ node, prop }: TextWrite): TextWrite[] {
    const all = this.#entries.flatMap((entry) => entry.change.ops.flatMap(textsOf));
    return all.filter((text) => text.node === node && text.prop === prop);
  }
}

/** What became of our later edits when an earlier one of the same text was answered. */
export interface Followed {
  /** The edits that were brought up to date. */
  readonly moved: readonly ChangeRequest[];
  readonly conflicts: readonly LocalConflict[];
}

/** Edits of a text that cannot be sent any more, for others changed the same place. */
export interface LocalConflict {
  readonly changes: readonly ChangeRequest[];
  readonly conflict: TextConflict;
}

/** The nodes a change needs to be as its author saw them. */
function mentions(change: ChangeRequest): string[] {
  return change.ops.flatMap((op) => {
    const ids = [op.id];
    if (op.op === 'create' || op.op === 'move') {
      for (const id of [op.parent, op.before, op.after]) if (id !== undefined) ids.push(id);
    }
    if (op.op === 'create' || op.op === 'update') {
      for (const value of Object.values(op.props).flat()) if (typeof value === 'string') ids.push(value);
    }
    return ids;
  });
}

interface TextWrite {
  readonly node: string;
  readonly prop: string;
  readonly value: string;
  readonly from_seq: number;
}

/** Returns the texts an op writes. Only an edit that says what it started from is merged. */
function textsOf(op: Op): TextWrite[] {
  if (op.op !== 'update' || op.from_seq === undefined) return [];
  const { id, from_seq } = op;
  return Object.entries(op.props).flatMap(([prop, value]) => {
    return typeof value === 'string' || value === null
      ? [{ node: id, prop, value: value ?? '', from_seq }]
      : [];
  });
}

function writes(change: ChangeRequest, node: string, prop: string): boolean {
  return change.ops.flatMap(textsOf).some((text) => text.node === node && text.prop === prop);
}

function loneText(ops: readonly Op[]): TextWrite | null {
  const [op] = ops;
  if (ops.length !== 1 || op?.op !== 'update' || Object.keys(op.props).length !== 1) return null;
  return textsOf(op)[0] ?? null;
}

function writeText(id: string, prop: string, value: string, from_seq: number): Op {
  return { op: 'update', id, props: { [prop]: value }, from_seq };
}
