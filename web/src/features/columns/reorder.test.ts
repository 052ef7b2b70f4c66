import { expect, test } from 'vitest';
import { type Carried, landing, stepAside } from './reorder';

test.each([
  [0, 0],
  [15, 1],
  [35, 2],
  [99, 3],
])('what is carried to %i lands at place %i', (y, place) => {
  expect(landing([10, 20, 40], y)).toBe(place);
});

test('rows make room where it would land, and close up where it was', () => {
  const aside = (from: number, to: number) => {
    const carried: Carried = { id: 'x', by: 0, height: 50, from, to };
    return [0, 1, 2, 3].map((index) => stepAside(carried, index));
  };
  expect(aside(0, 2)).toEqual([0, -50, -50, 0]);
  expect(aside(3, 1)).toEqual([0, 50, 50, 0]);
  expect(aside(1, 1)).toEqual([0, 0, 0, 0]);
  expect(stepAside(null, 1)).toBe(0);
});
