import { expect, test } from 'vitest';
import { type BoardNode, ROOT } from '@/live/wire';
import { columnWork, dropSentence, nextStep } from './column-work';

const touched = { seq: 1, by: { type: 'system' } } as const;

function board(columns: Record<string, Record<string, unknown>>) {
  const nodes = new Map<string, BoardNode>(
    Object.entries(columns).map(([id, props]) => [
      id,
      { id, kind: 'column', parent: ROOT, order: id, props: { name: id, ...props }, touched },
    ]),
  );
  return {
    node: (id: string) => nodes.get(id),
    children: (parent: string) => (parent === ROOT ? [...nodes.keys()] : []),
  };
}

test('a mode that is not known counts as none', () => {
  expect(columnWork(board({ A: { mode: 'dance', limit: '3' } }).node('A'))).toEqual({
    mode: null,
    autoStart: false,
    limit: null,
    approveTo: null,
    doneTo: null,
  });
});

test.each<[Record<string, unknown>, string]>([
  [{}, ''],
  [
    { mode: 'plan', auto_start: true, approve_to: 'B' },
    'Plan: A card dropped here has an agent start planning it. An approved plan moves it to “B”.',
  ],
  [{ mode: 'code' }, 'Code: An agent starts coding it when you press Start on a card.'],
  [
    { mode: 'review', auto_start: true, done_to: 'B', limit: 2 },
    'Review: A card dropped here has an agent start reviewing it. Once done it moves to “B”. At most 2 at once; the others line up.',
  ],
  [
    { mode: 'plan', auto_start: true, approve_to: 'gone' },
    'Plan: A card dropped here has an agent start planning it.',
  ],
])('%j: %s', (props, sentence) => {
  expect(dropSentence(board({ A: props, B: {} }), 'A')).toBe(sentence);
});

test('the next step is where the column leads, else the one beside it', () => {
  const columns = board({ A: { done_to: 'C' }, B: {}, C: {} });
  expect([nextStep(columns, 'A'), nextStep(columns, 'B'), nextStep(columns, 'C')]).toEqual(['C', 'C', null]);
});
