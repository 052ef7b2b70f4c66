import { describe, expect, it } from 'vitest';
import { CardFilter } from './card-filter';
import { BoardKit } from './testing/board-kit';

async function open() {
  const { board, ...kit } = await BoardKit.open({ Todo: ['apple', 'pear', 'plum'], Done: ['peach'] });
  void kit;
  return { board, filter: new CardFilter(board) };
}

describe('CardFilter', () => {
  it('shows everything without a query, in the very lists of the board', async () => {
    const { board, filter } = await open();
    expect(filter.visible('Todo')).toBe(board.children('Todo'));
  });

  it('shows what matches and counts it', async () => {
    const { filter } = await open();
    filter.setQuery('pe');
    expect([filter.visible('Todo'), filter.visible('Done'), filter.counts()]).toEqual([
      ['pear'],
      ['peach'],
      { shown: 2, total: 4 },
    ]);
  });

  it('follows the board while it filters', async () => {
    const { board, filter } = await open();
    filter.setQuery('pe');
    let heard = 0;
    filter.subscribeColumn('Todo', () => {
      heard += 1;
    });
    board.edit('Rename', [{ op: 'update', id: 'plum', props: { title: 'open' } }]);
    expect([filter.visible('Todo'), heard]).toEqual([['pear', 'plum'], 1]);
  });

  it('keeps the identity of a list that stays the same', async () => {
    const { board, filter } = await open();
    filter.setQuery('pe');
    const before = filter.visible('Todo');
    board.edit('Rename', [{ op: 'update', id: 'apple', props: { title: 'banana' } }]);
    expect(filter.visible('Todo')).toBe(before);
  });

  it('tells the columns when the query goes', async () => {
    const { filter } = await open();
    filter.setQuery('pe');
    let heard = 0;
    filter.subscribeColumn('Todo', () => {
      heard += 1;
    });
    filter.setQuery('');
    expect([filter.visible('Todo').length, heard]).toEqual([3, 1]);
  });
});
