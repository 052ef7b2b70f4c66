import { expect, it } from 'vitest';
import { CardFilter } from './card-filter';
import { nextTarget } from './keyboard-lift';
import { BoardKit } from './testing/board-kit';

async function open() {
  const { board } = await BoardKit.open({ A: ['a1', 'a2', 'a3'], B: [], C: ['c1'] });
  return { board, filter: new CardFilter(board) };
}

it('sends a lifted card up, down and to the ends, and not beyond', async () => {
  const kanban = await open();
  const from = (gap: number, key: string) => nextTarget(kanban, 'a2', { list: 'A', gap }, key)?.gap;
  expect([
    from(1, 'ArrowUp'),
    from(0, 'k'),
    from(1, 'j'),
    from(2, 'ArrowDown'),
    from(1, 'End'),
    from(1, 'Home'),
  ]).toEqual([0, 0, 2, 2, 2, 0]);
});

it('sends a lifted card to the columns beside, as far down as they go', async () => {
  const kanban = await open();
  const from = (list: string, gap: number, key: string) => nextTarget(kanban, 'a2', { list, gap }, key);
  expect(from('A', 2, 'ArrowRight')).toEqual({ list: 'B', gap: 0 });
  expect(from('B', 0, 'l')).toEqual({ list: 'C', gap: 0 });
  expect(from('C', 1, 'ArrowRight')).toEqual({ list: 'C', gap: 1 });
  expect(from('A', 1, 'h')).toEqual({ list: 'A', gap: 1 });
});

it('sends a lifted column left and right only', async () => {
  const kanban = await open();
  const from = (gap: number, key: string) => nextTarget(kanban, 'B', { list: 'root', gap }, key);
  expect(from(1, 'ArrowRight')).toEqual({ list: 'root', gap: 2 });
  expect(from(2, 'ArrowRight')).toEqual({ list: 'root', gap: 2 });
  expect(from(1, 'ArrowUp')).toEqual({ list: 'root', gap: 1 });
});

it('leaves other keys alone', async () => {
  expect(nextTarget(await open(), 'a1', { list: 'A', gap: 0 }, 'x')).toBeNull();
});
