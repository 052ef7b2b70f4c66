// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { countInTitle, nameTitle } from './title';

test('what waits stands before the name of the page, whichever comes first', () => {
  nameTitle('Board');
  expect(document.title).toBe('Board · Tandem');
  countInTitle(2);
  expect(document.title).toBe('(2) Board · Tandem');
  nameTitle(undefined);
  expect(document.title).toBe('(2) Tandem');
  countInTitle(0);
  expect(document.title).toBe('Tandem');
});
