import { describe, expect, it } from 'vitest';
import { type Change, type Op, ROOT } from '@/live/wire';
import { settle } from '../../../tests/live/fake-clock';
import { BoardCopy } from './board-copy';
import { words } from './describe';
import { HistoryLog, undoneBy } from './history-log';

/** A board whose log is made of renamings of one card, and what is needed to read it. */
function logOf(length: number) {
  const log: Change[] = [];
  const heard = new Set<(changes: readonly Change[]) => void>();
  const watching = new Set<() => void>();
  const calls: string[] = [];
  const opsAt = (seq: number): Op[] =>
    seq === 1
      ? [
          { op: 'create', id: 'c', kind: 'column', parent: ROOT, order: 'a0', props: { name: 'Todo' } },
          { op: 'create', id: 'x', kind: 'card', parent: 'c', order: 'a0', props: { title: 'n1' } },
        ]
      : [{ op: 'update', id: 'x', props: { title: `n${seq}` } }];
  const add = () => {
    const seq = log.length + 1;
    const change: Change = {
      id: `id${seq}`,
      seq,
      author: { type: 'user', id: 'ada' },
      at: new Date(seq * 60_000).toISOString(),
      ops: opsAt(seq),
    };
    log.push(change);
    return change;
  };
  for (let index = 0; index < length; index += 1) add();
  const board = {
    status: () => ({ phase: 'live' as const, seq: log.length, unsent: 0, refusals: [] }),
    changes: (listener: (changes: readonly Change[]) => void) => {
      heard.add(listener);
      return () => heard.delete(listener);
    },
    subscribe: (listener: () => void) => {
      watching.add(listener);
      return () => watching.delete(listener);
    },
  };
  const source = {
    changes: async (after: number, limit: number) => {
      calls.push(`changes ${after} ${limit}`);
      return log.slice(after, after + limit);
    },
    nodesAt: async (seq: number) => {
      calls.push(`at ${seq}`);
      const copy = new BoardCopy([]);
      for (const change of log.slice(0, seq)) copy.apply(change);
      return ['c', 'x'].flatMap((id) => copy.node(id) ?? []);
    },
  };
  const history = new HistoryLog(board, source);
  const tell = (...changes: Change[]) => {
    for (const listener of heard) listener(changes);
    for (const listener of watching) listener();
  };
  return { history, add, tell, calls };
}

const lines = (history: HistoryLog) =>
  history.state().entries.map(({ seq, facts }) => `${seq} ${facts.map(words).join('; ')}`);

describe('HistoryLog', () => {
  it('reads the log backwards, page by page, and tells what was renamed to what', async () => {
    const { history, calls } = logOf(130);
    history.start();
    await settle();
    expect(lines(history)[0]).toBe('130 renamed “n129” to “n130”');
    expect([history.state().entries.length, history.state().isWhole]).toEqual([60, false]);
    await history.loadOlder();
    await history.loadOlder();
    expect([history.state().entries.length, history.state().isWhole]).toEqual([130, true]);
    expect(lines(history).at(-1)).toBe('1 added the column “Todo”; added “n1” to Todo');
    expect(calls).toEqual(['at 70', 'changes 70 60', 'at 10', 'changes 10 60', 'changes 0 10']);
  });

  it('puts what happens now on top', async () => {
    const { history, add, tell } = logOf(3);
    history.start();
    await settle();
    tell(add());
    expect(lines(history)[0]).toBe('4 renamed “n3” to “n4”');
  });

  it('fetches what it did not hear', async () => {
    const { history, add, tell } = logOf(3);
    history.start();
    await settle();
    add();
    add();
    tell();
    await settle();
    expect(lines(history).slice(0, 2)).toEqual(['5 renamed “n4” to “n5”', '4 renamed “n3” to “n4”']);
  });

  it('begins anew after a very long absence', async () => {
    const { history, add, tell } = logOf(3);
    history.start();
    await settle();
    for (let index = 0; index < 600; index += 1) add();
    tell();
    await settle();
    expect([history.state().entries.length, lines(history)[0]]).toEqual([60, '603 renamed “n602” to “n603”']);
  });
});

describe('undoneBy', () => {
  const entry = (seq: number, kind?: 'undo' | 'redo', ...seqs: number[]) =>
    kind ? { seq, reverts: { kind, seqs } } : { seq };
  it('knows what is taken back, and what was brought back', () => {
    expect([...undoneBy([entry(2, 'undo', 1), entry(1)])]).toEqual([1]);
    expect([...undoneBy([entry(3, 'redo', 2), entry(2, 'undo', 1), entry(1)])]).toEqual([2]);
    const twice = [entry(4, 'undo', 3), entry(3, 'redo', 2), entry(2, 'undo', 1), entry(1)];
    expect([...undoneBy(twice)]).toEqual([3, 1]);
  });
});
