import { describe, expect, test } from 'vitest';
import { reveal } from './reveal';

const words = 'The quick brown fox jumps over the lazy dog and goes on to the next one over there.';

describe('what is shown of a text', () => {
  test('grows by whole words until all is there', () => {
    const stops: number[] = [];
    for (let shown = 0; shown < words.length && stops.length < 100; ) {
      shown = reveal(words, shown, 33);
      stops.push(shown);
    }
    expect(stops.length).toBeGreaterThan(4);
    expect(stops.at(-1)).toBe(words.length);
    for (const stop of stops) expect(words.charAt(stop).trim()).toBe('');
  });

  test('is all after a while, and never more', () => {
    expect(reveal(words, 0, 1_000)).toBe(words.length);
    expect(reveal(words, 500, 33)).toBe(words.length);
  });

  test('skips ahead when much came at once', () => {
    const long = 'word '.repeat(2_000);
    expect(reveal(long, 0, 33)).toBeGreaterThan(long.length - 1_200);
  });

  test('does not break a letter in two', () => {
    const faces = '😀'.repeat(40);
    for (let shown = 0; shown < faces.length; shown = reveal(faces, shown, 33)) expect(shown % 2).toBe(0);
  });
});
