import { applyOps } from '@/live/apply';
import { Tree } from '@/live/tree';
import type { BoardNode, Change } from '@/live/wire';

/** The nodes of a board at some time, to step through its log. */
export class BoardCopy {
  readonly #tree: Tree;

  constructor(nodes: Iterable<BoardNode>) {
    this.#tree = Tree.of(nodes);
  }

  node(id: string): BoardNode | undefined {
    return this.#tree.node(id);
  }

  children(parent: string): readonly string[] {
    return this.#tree.children(parent);
  }

  /** Applies the next change of the log. */
  apply({ ops, seq, author }: Change): void {
    applyOps(this.#tree, ops, { seq, by: author });
    this.#tree.seal();
  }
}
