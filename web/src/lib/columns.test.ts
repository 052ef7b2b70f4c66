import { describe, expect, test } from 'vitest';
import type { BoardNode, Op } from '@/live/wire';
import { whatHappens } from './column-words';
import {
  addColumn,
  changeColumn,
  columnProblems,
  columnSettings,
  deleteColumn,
  moveColumnTo,
} from './columns';

function board(columns: Record<string, Record<string, unknown>>, cards: Record<string, string[]> = {}) {
  const edits: { label: string; ops: readonly Op[] }[] = [];
  const node = (id: string): BoardNode | undefined => {
    const props = columns[id];
    const touched = { seq: 1, by: { type: 'system' as const } };
    return props && { id, kind: 'column', parent: 'root', order: '', props, touched };
  };
  return {
    edits,
    node,
    children: (parent: string) => (parent === 'root' ? Object.keys(columns) : (cards[parent] ?? [])),
    edit: (label: string, ops: readonly Op[]) => {
      edits.push({ label, ops });
      return { id: 'e', settled: new Promise<never>(() => {}) };
    },
  };
}

describe('a change of a column', () => {
  test('is one change with what differs and nothing else', () => {
    const it = board({ a: { name: 'Planning', mode: 'plan', auto_start: true, approve_to: 'b' }, b: {} });
    const now = columnSettings(it.node('a'));
    changeColumn(it, 'a', { ...now, name: ' Thinking ', mode: 'custom', prompt: 'Do it', limit: 2 }, 7);
    expect(it.edits).toEqual([
      {
        label: 'Change column “Planning”',
        ops: [
          { op: 'update', id: 'a', props: { name: 'Thinking', mode: 'custom', limit: 2 } },
          { op: 'update', id: 'a', props: { prompt: 'Do it' }, from_seq: 7 },
        ],
      },
    ]);
  });

  test('takes away what is empty or off', () => {
    const props = {
      name: 'A',
      mode: 'code',
      auto_start: true,
      approve_to: 'b',
      done_to: 'b',
      agent: 'claude',
    };
    const it = board({ a: { ...props, model: 'opus', limit: 3, prompt: 'x' }, b: {} });
    const rest = { approveTo: null, doneTo: null, agent: null, model: ' ', limit: null, prompt: '' };
    changeColumn(it, 'a', { name: 'A', mode: null, autoStart: false, ...rest }, 1);
    expect(it.edits[0]?.ops).toEqual([
      {
        op: 'update',
        id: 'a',
        props: {
          mode: null,
          auto_start: null,
          approve_to: null,
          done_to: null,
          agent: null,
          model: null,
          limit: null,
        },
      },
      { op: 'update', id: 'a', props: { prompt: null }, from_seq: 1 },
    ]);
  });

  test('that changes nothing is none', () => {
    const it = board({ a: { name: 'A' } });
    expect(changeColumn(it, 'a', columnSettings(it.node('a')), 1)).toBeNull();
    expect(it.edits).toEqual([]);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ mode: 'custom', prompt: ' ' }, 'prompt'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
  ] as const)('%o is refused at its field', (more, field) => {
    const settings = { ...columnSettings(undefined), name: 'A', ...more };
    expect(Object.keys(columnProblems(settings))).toEqual([field]);
  });
});

test('columns are added, moved, and deleted with what becomes of their cards', () => {
  const it = board({ a: { name: 'A' }, b: { name: 'B' }, c: { name: 'C' } }, { a: ['1', '2'] });
  addColumn(it, ' D ');
  expect(it.edits.at(-1)?.ops[0]).toMatchObject({ op: 'create', kind: 'column', props: { name: 'D' } });
  expect(moveColumnTo(it, 'a', 1)).toBe(true);
  expect(it.edits.at(-1)?.ops).toEqual([{ op: 'move', id: 'a', before: 'c' }]);
  moveColumnTo(it, 'a', 9);
  expect(it.edits.at(-1)?.ops).toEqual([{ op: 'move', id: 'a' }]);
  expect(moveColumnTo(it, 'b', 1)).toBe(false);
  deleteColumn(it, 'a', 'c');
  expect(it.edits.at(-1)?.ops).toEqual([
    { op: 'move', id: '1', parent: 'c' },
    { op: 'move', id: '2', parent: 'c' },
    { op: 'delete', id: 'a' },
  ]);
  deleteColumn(it, 'a', null);
  expect(it.edits.at(-1)?.ops).toEqual([{ op: 'delete', id: 'a' }]);
});

describe('what happens in a column, in words', () => {
  const plain = { ...columnSettings(undefined), name: 'A' };
  const say = (more: Partial<typeof plain>) => whatHappens({ ...plain, ...more }, () => 'Coding').join(' ');

  test('a column without a mode starts nothing', () => {
    expect(say({ autoStart: true })).toBe('A card that is dropped here rests. No agent starts.');
  });

  test('an approved plan leads on, a finished card too', () => {
    expect(say({ mode: 'plan', autoStart: true, approveTo: 'b' })).toContain(
      'goes to Coding and the agent goes on',
    );
    expect(say({ mode: 'plan' })).toContain('rests until somebody presses Start');
    expect(say({ mode: 'review', doneTo: 'b' })).toContain(
      'When no rule has failed, the card goes to Coding.',
    );
    expect(say({ mode: 'code', limit: 1 })).toContain('At most one card is worked on at a time');
  });
});
