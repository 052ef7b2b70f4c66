import { applyOps, fixPlaces, type Stamp } from './apply';
import { type Before, Tree } from './tree';
import type { Author, BoardNode, Change, ChangeRequest, Op } from './wire';

/** A change of ours that the log is not known to hold, and what it did to the view. */
interface Pending {
  change: ChangeRequest;
  /** `null` when it does not fit the view now; the server will judge it. */
  before: Before | null;
}

/** What a step changed for readers of the view. */
export interface Difference {
  readonly nodes: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

/**
 * A board as we see it: what the server said, with our own unanswered changes on top.
 *
 * Whenever the server speaks, our changes are taken off, its word is applied, and they are put back on in order.
 */
export class Replica {
  #tree = new Tree();
  #seq = 0;
  #pending: Pending[] = [];
  readonly #author: Author;

  constructor(author: Author) {
    this.#author = author;
  }

  get seq(): number {
    return this.#seq;
  }

  node(id: string): BoardNode | undefined {
    return this.#tree.node(id);
  }

  children(parent: string): readonly string[] {
    return this.#tree.children(parent);
  }

  isPending(id: string): boolean {
    return this.#pending.some((pending) => pending.before?.has(id));
  }

  /** Starts again from what the server has; our own changes stay on top. */
  load(seq: number, nodes: Iterable<BoardNode>): Difference {
    const old = this.#tree;
    this.#tree = Tree.of(nodes);
    this.#seq = seq;
    this.#putOn();
    this.#tree.seal();
    return everythingOf(old, this.#tree);
  }

  /** Applies what the log says next; returns `null` when it does not follow from what we have. */
  receive(changes: readonly Change[]): Difference | null {
    const fresh = changes.filter((change) => change.seq > this.#seq);
    let fits = true;
    const difference = this.#rebase((noted) => {
      for (const change of fresh) {
        const before =
          change.seq === this.#seq + 1
            ? applyOps(this.#tree, change.ops, { seq: change.seq, by: change.author })
            : null;
        if (!before) {
          fits = false;
          return;
        }
        note(noted, before);
        this.#seq = change.seq;
        this.#drop((pending) => pending.change.id === change.id);
      }
    });
    return fits ? difference : null;
  }

  /** Puts a change of ours on top, and returns it with its places fixed. */
  add(change: ChangeRequest): { change: ChangeRequest; difference: Difference } {
    const fixed = { ...change, ops: fixPlaces(this.#tree, change.ops, this.#stamp()) };
    const difference = this.#write((noted) => this.#push(fixed, noted));
    return { change: fixed, difference };
  }

  /** Replaces a change of ours that was not sent yet by a later version of it. */
  amend(id: string, ops: readonly Op[]): Difference {
    return this.#rebase(() => {
      for (const pending of this.#pending) {
        if (pending.change.id === id) pending.change = { ...pending.change, ops };
      }
    });
  }

  /** Takes a change of ours off: what we have holds its effect, or it never will. */
  remove(id: string): Difference {
    return this.#rebase(() => this.#drop((pending) => pending.change.id === id));
  }

  /** Returns a node as the server has it. */
  confirmedNode(id: string): BoardNode | undefined {
    // The oldest of our changes that touched it knows what was there before.
    const first = this.#pending.find((pending) => pending.before?.has(id));
    return first?.before ? first.before.get(id) : this.#tree.node(id);
  }

  /** Returns the nodes as the server has them. */
  confirmed(): BoardNode[] {
    let nodes: BoardNode[] = [];
    this.#rebase(() => {
      nodes = [...this.#tree.nodes()];
    });
    return nodes;
  }

  #stamp(): Stamp {
    return { seq: this.#seq, by: this.#author };
  }

  #push(change: ChangeRequest, noted: Before): void {
    const before = applyOps(this.#tree, change.ops, this.#stamp());
    if (before) note(noted, before);
    this.#pending.push({ change, before });
  }

  #drop(goes: (pending: Pending) => boolean): void {
    this.#pending = this.#pending.filter((pending) => !goes(pending));
  }

  #rebase(step: (noted: Before) => void): Difference {
    return this.#write((noted) => {
      this.#takeOff(noted);
      step(noted);
      this.#putOn(noted);
    });
  }

  #takeOff(noted: Before): void {
    for (const pending of this.#pending.toReversed()) {
      if (pending.before) this.#tree.restore(pending.before, noted);
      pending.before = null;
    }
  }

  #putOn(noted: Before = new Map()): void {
    for (const pending of this.#pending) {
      pending.before = applyOps(this.#tree, pending.change.ops, this.#stamp());
      if (pending.before) note(noted, pending.before);
    }
  }

  /** Runs writes and returns what readers will find different; what came out equal keeps its identity. */
  #write(step: (noted: Before) => void): Difference {
    const noted: Before = new Map();
    step(noted);
    const nodes = new Set<string>();
    for (const [id, before] of noted) {
      const now = this.#tree.node(id);
      if (before === now) continue;
      if (before && now && isSame(before, now)) this.#tree.set(id, before, new Map());
      else nodes.add(id);
    }
    return { nodes, lists: this.#tree.seal() };
  }
}

function note(noted: Before, before: Before): void {
  for (const [id, node] of before) if (!noted.has(id)) noted.set(id, node);
}

function isSame(a: BoardNode, b: BoardNode): boolean {
  if (a.parent !== b.parent || a.order !== b.order) return false;
  return JSON.stringify([a.props, a.touched]) === JSON.stringify([b.props, b.touched]);
}

function everythingOf(old: Tree, now: Tree): Difference {
  const nodes = new Set<string>();
  const lists = new Set<string>();
  for (const tree of [old, now]) {
    for (const node of tree.nodes()) {
      nodes.add(node.id);
      lists.add(node.parent);
    }
  }
  return { nodes, lists };
}
