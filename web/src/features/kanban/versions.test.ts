import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newParts } from './versions';

it('marks the words that are new', () => {
  expect(newParts('one two three', 'one 2 three four')).toEqual([
    { text: 'one ', isNew: false },
    { text: '2', isNew: true },
    { text: ' three', isNew: false },
    { text: ' four', isNew: true },
  ]);
});
it('leaves out nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (base, text) => {
      expect(
        newParts(base, text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
