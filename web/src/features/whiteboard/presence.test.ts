import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '@/live/wire';
import { AGENT_MS, AgentMarks, sayable, visitorsOf } from './presence';
import { note, Paper } from './testing/paper';

afterEach(() => vi.useRealTimers());

describe('visitors', () => {
  it('are the others, and what they say is not trusted', () => {
    const ben = { id: 'ben', name: 'Ben' };
    const peers = [
      { peer: '1', user: { id: 'me', name: 'Me' }, state: { cursor: { x: 1, y: 2 } } },
      { peer: '2', user: ben, state: { cursor: { x: 1, y: 2 }, selection: ['a', 7], editing: 'a' } },
      { peer: '3', user: ben, state: { cursor: { x: 'far' }, selection: 'all' } },
      { peer: '4', user: ben, state: null },
    ];
    expect(visitorsOf(peers, 'me')).toEqual([
      { peer: '2', user: ben, cursor: { x: 1, y: 2 }, selection: ['a'], editing: 'a' },
      { peer: '3', user: ben, cursor: null, selection: [], editing: null },
    ]);
  });
});

describe('a selection', () => {
  it('is said as far as there is room for it, however long its ids are', () => {
    const long = Array.from({ length: 5_000 }, (_, place) => `${place}`.padStart(64, 'x'));
    expect(JSON.stringify(sayable(long)).length).toBeLessThanOrEqual(3_001);
    expect(sayable(long)).toEqual(long.slice(0, 44));
    expect(sayable(['a', 'b'])).toEqual(['a', 'b']);
  });
});

describe('agents', () => {
  it('are shown where they last changed something, for a while', () => {
    vi.useFakeTimers();
    let tell = (_: readonly Change[]) => {};
    const paper = Paper.of(note('a', 0, 0), note('b', 0, 0));
    const marks = new AgentMarks({
      node: (id) => paper.node(id),
      changes: (listener) => {
        tell = listener;
        return () => {};
      },
    });
    marks.start();
    const change = (author: Change['author'], ...ids: string[]): Change => ({
      id: 'c',
      seq: 2,
      at: '',
      author,
      ops: ids.map((id) => ({ op: 'update', id, props: {} })),
    });
    const agent = { type: 'agent', session: 's', turn: 1 } as const;
    tell([change({ type: 'user', id: 'ben' }, 'a'), change(agent, 'a', 'b', 'gone')]);
    expect([...marks.marks()]).toEqual([['s', 'b']]);
    vi.advanceTimersByTime(AGENT_MS - 1);
    tell([change(agent, 'a')]);
    vi.advanceTimersByTime(AGENT_MS - 1);
    expect([...marks.marks()]).toEqual([['s', 'a']]);
    vi.advanceTimersByTime(1);
    expect([...marks.marks()]).toEqual([]);
  });
});
