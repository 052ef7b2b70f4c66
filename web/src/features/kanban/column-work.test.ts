import { expect, test } from 'vitest';
import { type BoardNode, ROOT } from '@/live/wire';
import { dropSentence, nextStep } from './column-work';

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

test('a drop is told with the names of the columns it leads to', () => {
  const columns = board({ A: { mode: 'plan', auto_start: true, approve_to: 'B' }, B: {} });
  expect(dropSentence(columns, 'A')).toContain('an agent starts at once');
  expect(dropSentence(columns, 'A')).toContain('the card goes to “B”');
  expect(dropSentence(board({ A: { mode: 'code', done_to: 'gone' } }), 'A')).toContain(
    'a column that is gone',
  );
});

test('the next step is where the column leads, else the one beside it', () => {
  const columns = board({ A: { done_to: 'C' }, B: {}, C: {} });
  expect(['A', 'B', 'C'].map((column) => nextStep(columns, column, false))).toEqual(['C', 'C', null]);
});

test('merged work is for the next column in which no agent works', () => {
  const columns = board({ Code: { mode: 'code' }, Review: { mode: 'review' }, Done: {} });
  expect(['Code', 'Review', 'Done'].map((column) => nextStep(columns, column, true))).toEqual([
    'Done',
    'Done',
    null,
  ]);
});
