import { type BoardNode, ROOT } from './wire';

/** What a run of writes did to a tree: each node's value before the first of them. */
export type Before = Map<string, BoardNode | undefined>;

/**
 * The nodes of a board, and the children of each in order.
 *
 * Nodes and lists of children are replaced, never changed, so their identity tells whether they are still the same.
 */
export class Tree {
  readonly #nodes = new Map<string, BoardNode>();
  readonly #children = new Map<string, string[]>();
  /** The lists copied since the last `seal`, as they were: their copies may be changed in place. */
  readonly #unsealed = new Map<string, string[] | undefined>();

  static of(nodes: Iterable<BoardNode>): Tree {
    const tree = new Tree();
    for (const node of nodes) {
      tree.#nodes.set(node.id, node);
      const siblings = tree.#children.get(node.parent);
      if (siblings) siblings.push(node.id);
      else tree.#children.set(node.parent, [node.id]);
    }
    for (const siblings of tree.#children.values()) siblings.sort((a, b) => tree.#compare(a, b));
    return tree;
  }

  node(id: string): BoardNode | undefined {
    return this.#nodes.get(id);
  }

  has(id: string): boolean {
    return id === ROOT || this.#nodes.has(id);
  }

  nodes(): Iterable<BoardNode> {
    return this.#nodes.values();
  }

  children(parent: string): readonly string[] {
    return this.#children.get(parent) ?? NONE;
  }

  /** Returns the node and everything under it, the deepest last. */
  subtree(id: string): string[] {
    const found = [id];
    for (let index = 0; index < found.length; index += 1) {
      const next = found[index];
      if (next !== undefined) found.push(...this.children(next));
    }
    return found;
  }

  /** Tells whether `id` is `ancestor` or below it. */
  isWithin(id: string, ancestor: string): boolean {
    for (let at: string | undefined = id; at !== undefined && at !== ROOT; at = this.#nodes.get(at)?.parent) {
      if (at === ancestor) return true;
    }
    return false;
  }

  /** Puts a node in its place, or takes it out with `undefined`; notes in `before` what was there. */
  set(id: string, node: BoardNode | undefined, before: Before): void {
    const old = this.#nodes.get(id);
    if (!before.has(id)) before.set(id, old);
    const stays = old && node && old.parent === node.parent && old.order === node.order;
    if (old && !stays) this.#take(old);
    if (node) this.#nodes.set(id, node);
    else this.#nodes.delete(id);
    if (node && !stays) this.#put(node);
  }

  /** Puts back what was there before. */
  restore(before: Before, noted: Before): void {
    for (const [id, node] of before) this.set(id, node, noted);
  }

  /** Ends a run of writes and returns the parents whose children differ now; lists that came out equal are kept. */
  seal(): Set<string> {
    const changed = new Set<string>();
    for (const [parent, before] of this.#unsealed) {
      if (before && isEqual(before, this.children(parent))) this.#children.set(parent, before);
      else if (before || this.children(parent).length > 0) changed.add(parent);
    }
    this.#unsealed.clear();
    return changed;
  }

  #put(node: BoardNode): void {
    const siblings = this.#writable(node.parent);
    let low = 0;
    let high = siblings.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(siblings[middle] ?? '', node.id) < 0) low = middle + 1;
      else high = middle;
    }
    siblings.splice(low, 0, node.id);
  }

  #take(node: BoardNode): void {
    const siblings = this.#writable(node.parent);
    const index = siblings.indexOf(node.id);
    if (index >= 0) siblings.splice(index, 1);
    if (siblings.length === 0) this.#children.delete(node.parent);
  }

  #writable(parent: string): string[] {
    const siblings = this.#children.get(parent);
    if (siblings && this.#unsealed.has(parent)) return siblings;
    const copy = siblings ? [...siblings] : [];
    this.#children.set(parent, copy);
    if (!this.#unsealed.has(parent)) this.#unsealed.set(parent, siblings);
    return copy;
  }

  #compare(a: string, b: string): number {
    const left = this.#nodes.get(a)?.order ?? '';
    const right = this.#nodes.get(b)?.order ?? '';
    if (left !== right) return left < right ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
  }
}

const NONE: readonly string[] = [];

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
