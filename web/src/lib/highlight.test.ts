import { expect, test } from 'vitest';
import { partsOf } from './highlight';

function check(text: string, ranges: [number, number][], expected: string): void {
  const shown = partsOf(text, ranges).map(({ text, isFound }) => (isFound ? `[${text}]` : text));
  expect(shown.join('')).toBe(expected);
}

test('what was found is marked, wherever it stands', () => {
  check('one two three', [[4, 7]], 'one [two] three');
  check('one two', [[0, 3]], '[one] two');
  check('one two', [[4, 7]], 'one [two]');
  check('one', [], 'one');
});

test('ranges in no order, over each other or beyond the end do no harm', () => {
  check(
    'abcdef',
    [
      [3, 5],
      [1, 4],
    ],
    'a[bcd][e]f',
  );
  check(
    'abc',
    [
      [2, 99],
      [50, 60],
      [1, 1],
    ],
    'ab[c]',
  );
});
