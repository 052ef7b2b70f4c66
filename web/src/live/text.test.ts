import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeTexts } from './text';

describe('merging texts', () => {
  test.each([
    ['one two three', 'ONE two three', 'one two THREE', 'ONE two THREE'],
    ['one two three', 'one two three four', 'zero one two three', 'zero one two three four'],
    ['one two three', 'one two', 'one two', 'one two'],
    ['one two three', 'one 2 three', 'one zwei three', null],
    ['', 'left', 'right', null],
    ['a\nb\nc', 'a1\nb\nc', 'a\nb\nc1', 'a1\nb\nc1'],
    ['Grüße 😀 b', 'Grüße 😀 c', 'Grüsse 😀 b', 'Grüsse 😀 c'],
    ['keep', '', 'keep', ''],
  ])('of %j, %j and %j gives %j', (base, theirs, yours, expected) => {
    expect(mergeTexts(base, theirs, yours)).toBe(expected);
    expect(mergeTexts(base, yours, theirs)).toBe(expected);
  });

  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '.', 'déjà'), { maxLength: 12 })
    .map((words) => words.join(''));

  test('is the same from both sides', () => {
    fc.assert(
      fc.property(text, text, text, (base, a, b) => {
        expect(mergeTexts(base, a, b)).toBe(mergeTexts(base, b, a));
      }),
    );
  });

  test('with an unchanged side is the other side', () => {
    fc.assert(
      fc.property(text, text, (base, edited) => {
        expect(mergeTexts(base, base, edited)).toBe(edited);
      }),
    );
  });

  test('keeps every word that somebody added', () => {
    const place = fc.nat(10);
    fc.assert(
      fc.property(fc.nat(10), place, place, (length, left, right) => {
        const words = Array.from({ length }, (_, index) => `w${index}`);
        const theirs = words.toSpliced(left, 0, 'theirs').join(' ');
        const yours = words.toSpliced(right, 0, 'yours').join(' ');
        const merged = mergeTexts(words.join(' '), theirs, yours)?.split(' ');
        if (merged) expect(merged).toEqual(expect.arrayContaining([...words, 'theirs', 'yours']));
      }),
    );
  });
});
