import { applyOps } from '@/live/apply';
import type { Edit } from '@/live/board-status';
import { Tree } from '@/live/tree';
import { type BoardNode, type Op, type Props, ROOT } from '@/live/wire';

const BY = { seq: 1, by: { type: 'system' } } as const;

/** What lies on a board of a test: `kind id`, where and how large, what else, and what is in it. */
export interface Thing {
  readonly kind: string;
  readonly id: string;
  readonly props: Props;
  readonly parent?: string;
}

export function note(id: string, x: number, y: number, more: Props = {}, parent = ROOT): Thing {
  return { kind: 'note', id, props: { text: id, x, y, w: 200, h: 200, ...more }, parent };
}

export function frame(id: string, x: number, y: number, more: Props = {}, parent = ROOT): Thing {
  return { kind: 'frame', id, props: { name: id, x, y, w: 500, h: 400, ...more }, parent };
}

export function arrow(id: string, from: string, to: string, more: Props = {}): Thing {
  return { kind: 'connector', id, props: { from, to, ...more } };
}

/** A board without a server: edits are applied at once. */
export class Paper {
  readonly edits: { readonly label: string; readonly ops: readonly Op[] }[] = [];
  readonly #tree = Tree.of([]);

  static of(...things: readonly Thing[]): Paper {
    const paper = new Paper();
    const ops = things.map(
      ({ kind, id, props, parent = ROOT }): Op => ({ op: 'create', id, kind, parent, props }),
    );
    if (!applyOps(paper.#tree, ops, BY)) throw new Error('these things do not fit together');
    paper.#tree.seal();
    return paper;
  }

  node(id: string): BoardNode | undefined {
    return this.#tree.node(id);
  }

  children(parent: string): readonly string[] {
    return this.#tree.children(parent);
  }

  status() {
    return { phase: 'live', seq: 1, unsent: 0, refusals: [] } as const;
  }

  edit(label: string, ops: readonly Op[]): Edit {
    this.edits.push({ label, ops });
    if (!applyOps(this.#tree, ops, BY)) throw new Error(`the edit does not fit: ${label}`);
    this.#tree.seal();
    return { id: String(this.edits.length), settled: Promise.resolve({ ok: true, seq: 1 }) };
  }

  props(id: string): Props {
    return this.#tree.node(id)?.props ?? {};
  }
}
