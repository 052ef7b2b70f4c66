import { describe, expect, test } from 'vitest';
import { Replica } from './replica';
import type { BoardNode, Change, Op } from './wire';

const me = { type: 'user', id: 'me' } as const;
const other = { type: 'user', id: 'other' } as const;

function node(id: string, parent: string, order: string, props = {}): BoardNode {
  return { id, kind: 'card', parent, order, props, touched: { seq: 1, by: other } };
}

function board(): Replica {
  const replica = new Replica(me);
  replica.load(1, [
    node('todo', 'root', 'a0'),
    node('done', 'root', 'a1'),
    node('a', 'todo', 'a0'),
    node('b', 'todo', 'a1'),
  ]);
  return replica;
}

const change = (seq: number, ops: Op[], id = `c${seq}`): Change => ({ id, seq, ops, author: other, at: '' });

describe('the replica', () => {
  test('shows an edit at once, in its place', () => {
    const replica = board();
    const { change, difference } = replica.add({
      id: 'x',
      ops: [{ op: 'move', id: 'a', parent: 'todo', after: 'b' }],
    });
    expect(replica.children('todo')).toEqual(['b', 'a']);
    expect(change.ops).toEqual([{ op: 'move', id: 'a', parent: 'todo', order: 'a2' }]);
    expect(difference).toEqual({ nodes: new Set(['a']), lists: new Set(['todo']) });
    expect(replica.isPending('a')).toBe(true);
  });

  test('keeps an edit on top of what others do', () => {
    const replica = board();
    replica.add({ id: 'x', ops: [{ op: 'update', id: 'a', props: { title: 'mine' } }] });
    replica.receive([change(2, [{ op: 'update', id: 'a', props: { title: 'theirs', more: 1 } }])]);
    expect(replica.node('a')?.props).toEqual({ title: 'mine', more: 1 });
    expect(replica.confirmedNode('a')?.props).toEqual({ title: 'theirs', more: 1 });
    replica.remove('x');
    expect(replica.node('a')?.props).toEqual({ title: 'theirs', more: 1 });
    expect(replica.isPending('a')).toBe(false);
  });

  test('lets the log have the last word on our own edit', () => {
    const replica = board();
    replica.add({ id: 'x', ops: [{ op: 'move', id: 'a', parent: 'done' }] });
    replica.receive([change(2, [{ op: 'move', id: 'a', parent: 'done', order: 'a0V' }], 'x')]);
    expect(replica.node('a')).toMatchObject({ parent: 'done', order: 'a0V', touched: { seq: 2, by: other } });
    expect(replica.isPending('a')).toBe(false);
  });

  test('holds back an edit that no longer fits, and shows it again when it does', () => {
    const replica = board();
    replica.add({ id: 'x', ops: [{ op: 'update', id: 'a', props: { title: 'mine' } }] });
    replica.receive([change(2, [{ op: 'delete', id: 'a' }])]);
    expect(replica.node('a')).toBeUndefined();
    replica.receive([
      change(3, [{ op: 'create', id: 'a', kind: 'card', parent: 'todo', order: 'a0', props: {} }]),
    ]);
    expect(replica.node('a')?.props).toEqual({ title: 'mine' });
  });

  test('refuses changes that do not follow', () => {
    expect(board().receive([change(3, [{ op: 'delete', id: 'a' }])])).toBeNull();
    expect(board().receive([change(2, [{ op: 'delete', id: 'nobody' }])])).toBeNull();
  });

  test('applies a change once, however often it comes', () => {
    const replica = board();
    const first = change(2, [{ op: 'update', id: 'a', props: { n: 1 } }]);
    replica.receive([first]);
    expect(replica.receive([first])).toEqual({ nodes: new Set(), lists: new Set() });
    expect(replica.seq).toBe(2);
  });

  test('leaves the identity of what did not change alone', () => {
    const replica = board();
    replica.add({ id: 'x', ops: [{ op: 'move', id: 'a', parent: 'todo', after: 'b' }] });
    const before = { list: replica.children('todo'), a: replica.node('a'), b: replica.node('b') };
    const difference = replica.receive([change(2, [{ op: 'update', id: 'b', props: { n: 1 } }])]);
    expect(difference).toEqual({ nodes: new Set(['b', 'a']), lists: new Set() });
    expect(replica.children('todo')).toBe(before.list);
    expect(replica.node('b')).not.toBe(before.b);
    replica.confirmed();
    expect(replica.children('todo')).toBe(before.list);
  });

  test('writes down what the server has, without our edits', () => {
    const replica = board();
    replica.add({ id: 'x', ops: [{ op: 'delete', id: 'todo' }] });
    expect(
      replica
        .confirmed()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['a', 'b', 'done', 'todo']);
    expect(replica.children('root')).toEqual(['done']);
  });
});
