import { mergeTexts } from './text';
import type { ChangeRequest, Op } from './wire';

/** Unanswered changes on one connection; the server stops reading at 256. */
export const MAX_IN_FLIGHT = 64;

interface Entry {
  change: ChangeRequest;
  /** Whether it was sent over the connection that is open now. */
  inFlight: boolean;
  /** Whether any connection may have carried it, so that the server may know it. */
  maybeSent: boolean;
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
    this.#entries.push({ change, inFlight: false, maybeSent: sent === 'maybe' });
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
      if (entry.inFlight || waits || inFlight >= MAX_IN_FLIGHT) continue;
      entry.inFlight = true;
      entry.maybeSent = true;
      inFlight += 1;
      sending.push(entry.change);
    }
    return sending;
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
   * Brings our later edits of a text up to date once an earlier one of ours is in the log: `sent` is what we wrote,
   * `stands` what the text is now. Returns the edits it changed.
   */
  follow(sent: ChangeRequest, stands: (node: string, prop: string) => string, seq: number): ChangeRequest[] {
    const changed: ChangeRequest[] = [];
    for (const written of sent.ops.flatMap(textsOf)) {
      for (const entry of this.#entries) {
        const later = loneText(entry.change.ops);
        if (!later || later.node !== written.node || later.prop !== written.prop || entry.inFlight) continue;
        const merged = mergeTexts(written.value, stands(written.node, written.prop), later.value);
        if (merged === null) continue;
        entry.change = { ...entry.change, ops: [writeText(later.node, later.prop, merged, seq)] };
        changed.push(entry.change);
      }
    }
    return changed;
  }

  /** Takes out our later edits of a text whose earlier edit was refused; returns the last version we wrote, if any. */
  takeTexts(node: string, prop: string): { taken: ChangeRequest[]; newest: string | null } {
    const taken: ChangeRequest[] = [];
    let newest: string | null = null;
    for (const { change, inFlight } of [...this.#entries]) {
      const later = loneText(change.ops);
      if (!later || later.node !== node || later.prop !== prop || inFlight) continue;
      newest = later.value;
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

function loneText(ops: readonly Op[]): TextWrite | null {
  const [op] = ops;
  if (ops.length !== 1 || op?.op !== 'update' || Object.keys(op.props).length !== 1) return null;
  return textsOf(op)[0] ?? null;
}

function writeText(id: string, prop: string, value: string, from_seq: number): Op {
  return { op: 'update', id, props: { [prop]: value }, from_seq };
}
