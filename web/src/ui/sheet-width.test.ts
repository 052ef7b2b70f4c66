import { expect, test } from 'vitest';
import { fitting } from './sheet-width';

test.each([
  [600, 1_280, 600],
  [2_000, 1_280, 940],
  [100, 1_280, 380],
  [600, 600, 380],
])('a sheet of %d in a window of %d is %d wide', (width, window, fits) => {
  expect(fitting(width, window)).toBe(fits);
});
