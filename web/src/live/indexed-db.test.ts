import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { countUnsent, forget, openStorage } from './indexed-db';
import type { Storage } from './storage';
import type { ChangeRequest } from './wire';

let alive: Set<string>;
let account = 0;
const open = (tab: string): Promise<Storage> =>
  openStorage(`account${account}`, { own: tab, alive: async () => alive });
const change = (id: string): ChangeRequest => ({ id, ops: [{ op: 'delete', id: 'card' }] });

beforeEach(() => {
  alive = new Set();
  account += 1;
});

describe('what the browser keeps', () => {
  test('is nothing at first', async () => {
    const storage = await open('one');
    expect(await storage.load('b')).toEqual({ snapshot: null, queue: [], refusals: [] });
    expect(await storage.waiting()).toEqual([]);
  });

  test('is the last state, the queue in order, and what was refused', async () => {
    const storage = await open('one');
    const snapshot = { kind: 'kanban', seq: 3, nodes: [] };
    const refusal = {
      id: 'r',
      label: 'Move card',
      reason: 'it is gone',
      code: 'rejected',
      change: change('r'),
    };
    await storage.saveSnapshot('b', snapshot);
    for (const id of ['z', 'a', 'm']) await storage.putChanges('b', [change(id)]);
    await storage.putRefusal('b', refusal);
    await storage.putChanges('other', [change('x')]);
    expect(await storage.load('b')).toEqual({
      snapshot,
      queue: ['z', 'a', 'm'].map(change),
      refusals: [refusal],
    });
    expect(await storage.waiting()).toEqual(['b', 'other']);
  });

  test('keeps the place of a change that is written anew', async () => {
    const storage = await open('one');
    for (const id of ['1', '2']) await storage.putChanges('b', [change(id)]);
    await storage.putChanges('b', [{ ...change('1'), label: 'later' }]);
    const { queue } = await storage.load('b');
    expect(queue).toEqual([{ ...change('1'), label: 'later' }, change('2')]);
  });

  test('goes when it is dropped or dismissed', async () => {
    const storage = await open('one');
    await storage.putChanges('b', [change('1')]);
    await storage.dropChange('b', '1');
    await storage.dropChange('b', 'unknown');
    await storage.putRefusal('b', { id: 'r', label: '', reason: '', code: '', change: change('r') });
    await storage.dropRefusal('b', 'r');
    expect(await storage.load('b')).toEqual({ snapshot: null, queue: [], refusals: [] });
  });

  test('is taken over from a tab that is gone, and left to one that lives', async () => {
    const first = await open('first');
    await first.putChanges('b', [change('1')]);
    alive = new Set(['first', 'second']);
    const second = await open('second');
    expect((await second.load('b')).queue).toEqual([]);
    alive = new Set(['second']);
    expect((await second.load('b')).queue).toEqual([change('1')]);
  });

  test('is gone when the account is forgotten', async () => {
    const storage = await open('one');
    await storage.putChanges('b', [change('1')]);
    expect(await countUnsent(`account${account}`)).toBe(1);
    await forget(`account${account}`);
    expect(await countUnsent(`account${account}`)).toBe(0);
    expect((await (await open('one')).load('b')).queue).toEqual([]);
  });
});
