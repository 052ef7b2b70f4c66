import { expect, test, vi } from 'vitest';
import { findCards } from './find-cards';
import { BoardKit } from './testing/board-kit';

test('finds cards by the words of their titles, in any order, and opens them', async () => {
  const { board } = await BoardKit.open({
    Pending: ['Fix the login', 'Write it down'],
    Done: ['Login page'],
  });
  const open = vi.fn();
  const labels = (text: string) => findCards(board, text, open).map(({ label }) => label);
  expect(labels('LOGIN')).toEqual(['Fix the login', 'Login page']);
  expect(labels('login fix')).toEqual(['Fix the login']);
  expect(labels('nothing')).toEqual([]);
  findCards(board, 'write', open)[0]?.run();
  expect(open).toHaveBeenCalledWith('Write it down');
});
