import type { Edit } from './board-status';
import { mintId } from './id';
import type { Journal } from './journal';
import { Outbox } from './outbox';
import type { Difference, Replica } from './replica';
import { Settlements } from './settlements';
import { MAX_CHANGE_BYTES, sizeOf } from './size';
import type { Refusal, Stored } from './storage';
import type { Change, ChangeRequest, Inbound, Op } from './wire';

/** Changes that wait for an answer on one board; an edit beyond them is refused. */
const MAX_QUEUE = 5_000;

/** Our own edits of a board, from the moment they are made until the server has answered each. */
export class Edits {
  readonly #replica: Replica;
  readonly #journal: Journal;
  readonly #outbox = new Outbox();
  readonly #settlements = new Settlements();
  readonly #publish: (difference?: Difference) => void;
  /** Edits taken back before they were sent, newest last; redo brings them back. */
  readonly #takenBack: ChangeRequest[] = [];
  #refusals: readonly Refusal[] = [];

  constructor(replica: Replica, journal: Journal, publish: (difference?: Difference) => void) {
    this.#replica = replica;
    this.#journal = journal;
    this.#publish = publish;
  }

  get unsent(): number {
    return this.#outbox.size;
  }

  get refusals(): readonly Refusal[] {
    return this.#refusals;
  }

  /** Takes up what an earlier visit left. */
  remember(stored: Stored): void {
    this.#refusals = [...stored.refusals, ...this.#refusals];
    for (const change of stored.queue) {
      if (this.#outbox.has(change.id)) continue;
      this.#outbox.push(change, 'maybe');
      this.#publish(this.#replica.add(change).difference);
    }
    this.#publish();
  }

  make(label: string, ops: readonly Op[]): Edit {
    this.#takenBack.length = 0;
    const impossible = this.#whyNot(ops);
    if (impossible) {
      const refusal = { ...named({ id: mintId(), label, ops }), ...impossible };
      this.#refusals = [...this.#refusals, refusal];
      this.#publish();
      return { id: refusal.id, settled: Promise.resolve({ ok: false, refusal }) };
    }
    const folded = this.#outbox.fold(ops);
    if (!folded) return this.#add({ id: mintId(), label, ops: this.#outbox.continueTexts(ops) });
    this.#journal.put(folded);
    this.#publish(this.#replica.amend(folded.id, folded.ops));
    return { id: folded.id, settled: this.#settlements.of(folded.id) };
  }

  /** Takes back our newest edit if it cannot have reached the server. */
  takeBack(): ChangeRequest | null {
    const unsent = this.#outbox.newestUnsent();
    if (!unsent) return null;
    this.#takenBack.push(unsent);
    this.#outbox.remove(unsent.id);
    this.#journal.drop(unsent.id);
    const refusal = { ...named(unsent), reason: 'It was taken back before it was sent.', code: 'taken_back' };
    this.#settlements.tell(unsent.id, { ok: false, refusal });
    this.#publish(this.#replica.remove(unsent.id));
    return unsent;
  }

  /** Makes the edit again that was taken back last. */
  bringBack(): ChangeRequest | null {
    const takenBack = this.#takenBack.pop();
    if (!takenBack) return null;
    this.#add({ ...takenBack, id: mintId() });
    return takenBack;
  }

  dismiss(refusal: string): void {
    this.#refusals = this.#refusals.filter(({ id }) => id !== refusal);
    this.#journal.dismiss(refusal);
    this.#publish();
  }

  /** Returns what is to be sent now. */
  next(): ChangeRequest[] {
    return this.#outbox.next();
  }

  sendAgain(id: string): void {
    this.#outbox.sendAgain(id);
  }

  disconnected(): void {
    this.#outbox.disconnected();
  }

  /** The replica has gone on: these changes of the log are new, and acknowledged ones may have arrived. */
  wentOn(changes: readonly Change[]): void {
    for (const { id, seq } of [...changes, ...this.#outbox.arrived(this.#replica.seq)]) this.#settle(id, seq);
  }

  acknowledged(id: string, seq: number): void {
    if (seq <= this.#replica.seq) this.#settle(id, seq);
    else this.#outbox.acknowledge(id, seq);
  }

  /** Tells what a rejection means: the change is to be sent again, or it is over. */
  rejected(message: Extract<Inbound, { type: 'reject' }>): 'again' | 'over' {
    if (message.retry) return 'again';
    // If the log has shown it already, the answer is older than what we know, and there is nothing to remove.
    const change = this.#outbox.remove(message.id);
    if (!change) return 'over';
    const { reason, code, conflict } = message;
    if (!conflict) {
      this.#refuse([change], { reason, code });
    } else {
      // What we typed meanwhile belongs to the same quarrel: it is told once, with our last version.
      const { taken, newest } = this.#outbox.takeTexts(conflict.node, conflict.prop);
      const last = newest === null ? conflict : { ...conflict, yours: newest };
      this.#refuse([change, ...taken], { reason, code, conflict: last });
    }
    return 'over';
  }

  /** Returns why an edit cannot even be tried. */
  #whyNot(ops: readonly Op[]): { reason: string; code: string } | null {
    if (this.#outbox.size >= MAX_QUEUE) {
      return {
        reason: 'Too many edits wait for the server. Reconnect before making more.',
        code: 'queue_full',
      };
    }
    if (sizeOf(ops) > MAX_CHANGE_BYTES) return { reason: 'It is too much for one edit.', code: 'too_large' };
    return null;
  }

  #add(change: ChangeRequest): Edit {
    const { change: fixed, difference } = this.#replica.add(change);
    this.#outbox.push(fixed, 'never');
    this.#journal.put(fixed);
    this.#publish(difference);
    return { id: fixed.id, settled: this.#settlements.of(fixed.id) };
  }

  /** What we have of the log holds the effect of a change of ours. */
  #settle(id: string, seq: number): void {
    const change = this.#outbox.remove(id);
    if (!change) return;
    this.#journal.drop(id);
    this.#publish(this.#replica.remove(id));
    this.#follow(change);
    this.#settlements.tell(id, { ok: true, seq });
  }

  /** Our later edits of the same texts go on from what the server made of this one. */
  #follow(sent: ChangeRequest): void {
    const stands = (node: string, prop: string) =>
      String(this.#replica.confirmedNode(node)?.props[prop] ?? '');
    const { moved, conflicts } = this.#outbox.follow(sent, stands, this.#replica.seq);
    this.#journal.put(...moved);
    for (const { id, ops } of moved) this.#publish(this.#replica.amend(id, ops));
    for (const { changes, conflict } of conflicts) {
      const reason = 'Somebody else changed the same place of the text.';
      this.#refuse(changes, { reason, code: 'text_conflict', conflict });
    }
  }

  /** Tells once of changes that are over, and keeps telling until somebody has seen it. */
  #refuse(changes: readonly ChangeRequest[], why: Pick<Refusal, 'reason' | 'code' | 'conflict'>): void {
    const [first] = changes;
    if (!first) return;
    const refusal: Refusal = { ...named(first), ...why };
    this.#refusals = [...this.#refusals, refusal];
    this.#journal.refuse(refusal, changes);
    for (const { id } of changes) {
      this.#publish(this.#replica.remove(id));
      this.#settlements.tell(id, { ok: false, refusal });
    }
  }
}

function named(change: ChangeRequest): { id: string; label: string; change: ChangeRequest } {
  return { id: change.id, label: change.label ?? 'Edit', change };
}
