import { expect, test, vi } from 'vitest';
import type { BoardNode } from '@/live/wire';
import { pastBoard, turnTo } from './past-board';
import { note, Paper } from './testing/paper';

function nodesOf(...ids: readonly string[]): BoardNode[] {
  const paper = Paper.of(...ids.map((id, index) => note(id, index * 300, 0)));
  return ids.flatMap((id) => paper.node(id) ?? []);
}

test('a board of the past shows what it was turned to last, and only what differs is drawn anew', () => {
  const board = pastBoard();
  turnTo(board, nodesOf('a', 'b'));
  expect(board.children('root')).toEqual(['a', 'b']);
  const [heard, all] = [vi.fn(), vi.fn()];
  board.subscribeNode('b', heard);
  board.subscribe(all);
  turnTo(board, nodesOf('a'));
  expect(board.children('root')).toEqual(['a']);
  expect(board.node('b')).toBeUndefined();
  expect([heard, all].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(board.status()).toMatchObject({ phase: 'cached', unsent: 0 });
});
