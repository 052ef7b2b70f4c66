import { describe, expect, it } from 'vitest';
import { type Direction, type FocusMap, focusAfter, nextFocus } from './navigate';

const cards: Record<string, readonly string[]> = { A: ['a1', 'a2', 'a3'], B: [], C: ['c1'] };
const map: FocusMap = { columns: ['A', 'B', 'C'], cards: (column) => cards[column] ?? [] };

describe('nextFocus', () => {
  const check = (focus: string | null, direction: Direction, expected: string) =>
    expect(nextFocus(map, focus, direction)).toBe(expected);

  it('begins at the first card', () => check(null, 'down', 'a1'));
  it('goes down to the last card and stays there', () => {
    check('a1', 'down', 'a2');
    check('a3', 'down', 'a3');
  });
  it('goes up to the header of the column', () => {
    check('a2', 'up', 'a1');
    check('a1', 'up', 'A');
    check('A', 'up', 'A');
  });
  it('goes down from the header into the column', () => check('A', 'down', 'a1'));
  it('goes to the ends of the column', () => {
    check('a2', 'first', 'a1');
    check('a2', 'last', 'a3');
    check('B', 'last', 'B');
  });
  it('goes to the header of a column without cards', () => check('a2', 'right', 'B'));
  it('goes from header to header', () => {
    check('B', 'right', 'C');
    check('B', 'left', 'A');
  });
  it('takes the last card where a column is shorter', () => {
    expect(nextFocus({ ...map, columns: ['A', 'C'] }, 'a3', 'right')).toBe('c1');
  });
  it('takes the card that is level on the screen when that is known', () => {
    expect(nextFocus({ ...map, columns: ['C', 'A'], level: () => 'a3' }, 'c1', 'right')).toBe('a3');
  });
  it('stays at the edges of the board', () => {
    check('a1', 'left', 'a1');
    check('c1', 'right', 'c1');
  });
  it('begins again when the focus is on something that is gone', () => check('gone', 'down', 'a1'));
});

describe('focusAfter', () => {
  it('is the next card, else the one before, else the column', () => {
    expect(['a1', 'a3', 'c1'].map((id) => focusAfter(map, id))).toEqual(['a2', 'a2', 'C']);
  });
  it('is the next column for a column', () => {
    expect(['A', 'C'].map((id) => focusAfter(map, id))).toEqual(['B', 'B']);
  });
});
