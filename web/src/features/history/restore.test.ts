import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOps } from '@/live/apply';
import { Tree } from '@/live/tree';
import { type BoardNode, type Op, ROOT } from '@/live/wire';
import { inChanges, longestRising, MAX_OPS, restoreOps } from './restore';

const STAMP = { seq: 1, by: { type: 'system' as const } };

/** A board as data: what a reader sees of it, without order keys. */
function contentOf(tree: Tree) {
  const list = (parent: string): unknown[] =>
    tree
      .children(parent)
      .map((id) => ({ id, kind: tree.node(id)?.kind, props: tree.node(id)?.props, children: list(id) }));
  return list(ROOT);
}

function apply(tree: Tree, ops: readonly Op[]): void {
  for (const op of ops) {
    if (!applyOps(tree, [op], STAMP)) throw new Error(`This op does not fit: ${JSON.stringify(op)}`);
    tree.seal();
  }
}

function copy(tree: Tree): Tree {
  return Tree.of([...tree.nodes()]);
}

const step = fc.record({
  what: fc.constantFrom(
    'card',
    'card',
    'column',
    'move',
    'move',
    'move column',
    'rename',
    'describe',
    'refer',
    'delete',
    'delete column',
  ),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
  c: fc.nat(1_000),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does something random to a board, where there is something to do it to. */
function act(tree: Tree, { what, a, b, c }: Step, id: string): void {
  const columns = tree.children(ROOT);
  const cards = columns.flatMap((column) => [...tree.children(column)]);
  const column = columns[a % columns.length];
  const card = cards[b % cards.length];
  const before = (list: readonly string[], self: string) => {
    const others = list.filter((other) => other !== self);
    const sibling = others[c % (others.length + 1)];
    return sibling === undefined ? {} : { before: sibling };
  };
  const ops: Op[] = [];
  if (what === 'column')
    ops.push({ op: 'create', id, kind: 'column', parent: ROOT, props: { name: id }, ...before(columns, id) });
  else if (what === 'card' && column)
    ops.push({
      op: 'create',
      id,
      kind: 'card',
      parent: column,
      props: { title: id },
      ...before(tree.children(column), id),
    });
  else if (what === 'move' && column && card)
    ops.push({ op: 'move', id: card, parent: column, ...before(tree.children(column), card) });
  else if (what === 'move column' && column) ops.push({ op: 'move', id: column, ...before(columns, column) });
  else if (what === 'rename' && card) ops.push({ op: 'update', id: card, props: { title: `t${c}` } });
  else if (what === 'describe' && card)
    ops.push({ op: 'update', id: card, props: { description: c % 3 === 0 ? null : `d${c}` } });
  else if (what === 'refer' && column)
    ops.push({ op: 'update', id: column, props: { approve_to: columns[c % columns.length] ?? null } });
  else if (what === 'delete' && card) ops.push({ op: 'delete', id: card });
  else if (what === 'delete column' && column) {
    // The server takes a deleted node out of what refers to it.
    for (const other of columns) {
      if (tree.node(other)?.props.approve_to === column)
        ops.push({ op: 'update', id: other, props: { approve_to: null } });
    }
    ops.push({ op: 'delete', id: column });
  }
  apply(tree, ops);
}

describe('restoreOps', () => {
  it('brings any board back to any state it was in', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.array(step, { maxLength: 25 }), (earlier, later) => {
        const tree = new Tree();
        for (const [index, each] of earlier.entries()) act(tree, each, `e${index}`);
        const past = copy(tree);
        for (const [index, each] of later.entries()) act(tree, each, `l${index}`);
        const { ops } = restoreOps(tree.nodes(), past.nodes());
        apply(tree, ops);
        expect(contentOf(tree)).toEqual(contentOf(past));
        expect(restoreOps(tree.nodes(), past.nodes()).ops).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  const board = () => {
    const tree = new Tree();
    apply(tree, [
      { op: 'create', id: 'A', kind: 'column', parent: ROOT, props: { name: 'A' } },
      { op: 'create', id: 'B', kind: 'column', parent: ROOT, props: { name: 'B' } },
      ...['1', '2', '3'].map(
        (id): Op => ({ op: 'create', id, kind: 'card', parent: 'A', props: { title: id } }),
      ),
    ]);
    return tree;
  };

  it('does nothing where nothing changed', () => {
    expect(restoreOps(board().nodes(), board().nodes())).toEqual({
      ops: [],
      cards: { added: 0, changed: 0, moved: 0, deleted: 0 },
      columns: 0,
      noun: 'card',
    });
  });

  it('moves as little as it can', () => {
    const tree = board();
    apply(tree, [{ op: 'move', id: '1', parent: 'A' }]);
    expect(restoreOps(tree.nodes(), board().nodes()).ops).toEqual([
      { op: 'move', id: '1', parent: 'A', before: '2' },
    ]);
  });

  it('brings deleted nodes back under their ids, and counts what it does', () => {
    const tree = board();
    apply(tree, [
      { op: 'delete', id: '2' },
      { op: 'update', id: '1', props: { title: 'x' } },
      { op: 'move', id: '3', parent: 'B' },
      { op: 'create', id: '4', kind: 'card', parent: 'B', props: { title: '4' } },
    ]);
    const { ops, cards } = restoreOps(tree.nodes(), board().nodes());
    expect(ops.find((op) => op.op === 'create')?.id).toBe('2');
    expect(cards).toEqual({ added: 1, changed: 1, moved: 1, deleted: 1 });
  });

  it('gives a new id where something else has the old one', () => {
    const now: BoardNode[] = [
      { id: 'A', kind: 'column', parent: ROOT, order: 'a0', props: { name: 'A' }, touched: STAMP },
      { id: '1', kind: 'column', parent: ROOT, order: 'a1', props: { name: 'taken' }, touched: STAMP },
    ];
    const { ops } = restoreOps(now, board().nodes(), () => 'fresh');
    expect(ops.filter((op) => op.op === 'create').map(({ id }) => id)).toEqual(['B', 'fresh', '2', '3']);
    expect(ops.at(-1)).toEqual({ op: 'delete', id: '1' });
  });

  it('rescues cards from a column that goes', () => {
    const tree = board();
    apply(tree, [
      { op: 'create', id: 'C', kind: 'column', parent: ROOT, props: { name: 'C' } },
      { op: 'move', id: '1', parent: 'C' },
    ]);
    const { ops } = restoreOps(tree.nodes(), board().nodes());
    apply(tree, ops);
    expect(contentOf(tree)).toEqual(contentOf(board()));
  });
});

describe('restoreOps of a whiteboard', () => {
  const box = (id: string, parent = ROOT): Op => ({
    op: 'create',
    id,
    kind: parent === ROOT ? 'frame' : 'note',
    parent,
    props: { x: 0 },
  });
  const arrow = (id: string, from: string, to: string): Op => ({
    op: 'create',
    id,
    kind: 'connector',
    parent: ROOT,
    props: { from, to },
  });
  /** Two frames with a note in one of them, and a connector that lies between them in the document. */
  const board = () => {
    const tree = new Tree();
    apply(tree, [
      box('f'),
      box('g'),
      box('n', 'f'),
      arrow('c', 'f', 'n'),
      { op: 'move', id: 'c', before: 'g' },
    ]);
    return tree;
  };
  /** Fails where the server would: an end that is not there. */
  const checkEnds = (tree: Tree, ops: readonly Op[]) => {
    for (const op of ops) {
      apply(tree, [op]);
      for (const { kind, props } of tree.nodes()) {
        if (kind === 'connector')
          expect([tree.node(String(props.from)), tree.node(String(props.to))]).not.toContain(undefined);
      }
    }
  };

  it('makes a connector after what it connects, wherever that lies', () => {
    const tree = new Tree();
    const { ops, cards, noun } = restoreOps([], board().nodes());
    checkEnds(tree, ops);
    expect([cards.added, noun]).toEqual([4, 'object']);
    expect(restoreOps(tree.nodes(), board().nodes()).ops).toEqual([]);
  });

  it('takes a connector away before what it connects', () => {
    const tree = board();
    apply(tree, [box('h'), arrow('d', 'h', 'n')]);
    const { ops } = restoreOps(tree.nodes(), board().nodes());
    expect(ops).toEqual([
      { op: 'delete', id: 'd' },
      { op: 'delete', id: 'h' },
    ]);
  });

  it('binds a connector again to what comes back under another id', () => {
    const tree = new Tree();
    apply(tree, [arrow('f', 'f', 'f')]);
    const { ops } = restoreOps(tree.nodes(), board().nodes(), () => 'fresh');
    expect(ops.find(({ id }) => id === 'c')).toMatchObject({ props: { from: 'fresh', to: 'n' } });
  });
});

describe('inChanges', () => {
  it('makes changes of a size the server takes', () => {
    const ops = Array.from(
      { length: MAX_OPS * 2 + 1 },
      (_, index): Op => ({ op: 'delete', id: String(index) }),
    );
    const changes = inChanges(ops);
    expect(changes.map(({ length }) => length)).toEqual([MAX_OPS, MAX_OPS, 1]);
    expect(changes.flat()).toEqual(ops);
  });

  it('makes changes the connection takes', () => {
    const text = 'x'.repeat(20_000);
    const ops = Array.from({ length: 60 }, (_, index): Op => {
      return {
        op: 'create',
        id: String(index),
        kind: 'card',
        parent: 'todo',
        props: { title: 'a', description: text },
      };
    });
    const changes = inChanges(ops);
    expect(Math.max(...changes.map((change) => JSON.stringify(change).length))).toBeLessThan(600_000);
    expect(changes.flat()).toEqual(ops);
  });
});

describe('longestRising', () => {
  it('keeps the most', () => {
    const check = (text: string) => longestRising([...text], (each) => each.charCodeAt(0)).join('');
    expect([check(''), check('abc'), check('cba'), check('dabec')]).toEqual(['', 'abc', 'a', 'abc']);
  });
});
