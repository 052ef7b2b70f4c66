import { expect, it } from 'vitest';
import { wordsFor } from './announce';
import { BoardKit } from './testing/board-kit';

it('says where a card is, as others would count', async () => {
  const { board } = await BoardKit.open({ Planning: ['a', 'b', 'c'], Review: ['d'] });
  const words = wordsFor(board, 'b', (column) => board.children(column));
  expect([
    words.lifted({ list: 'Planning', gap: 1 }),
    words.moved({ list: 'Review', gap: 1 }),
    words.dropped({ list: 'Review', gap: 0 }),
    words.cancelled({ list: 'Planning', gap: 1 }),
  ]).toEqual([
    'Card “b” lifted, in Planning, position 2 of 3. Arrow keys move it, Space drops it, Escape puts it back.',
    'In Review, position 2 of 2.',
    'Card “b” dropped in Review, position 1 of 2.',
    'Move cancelled. Card “b” is back in Planning, position 2 of 3.',
  ]);
});

it('says where a column is', async () => {
  const { board } = await BoardKit.open({ A: [], B: [], C: [] });
  expect(wordsFor(board, 'B', () => []).moved({ list: 'root', gap: 0 })).toBe('Position 1 of 3.');
});
