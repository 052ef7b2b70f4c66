import { expect, test } from 'vitest';
import { hueOf, initials } from './person';

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['  Grace Brewster Murray Hopper ', 'GH'],
  ['jean-luc', 'JL'],
  ['李 小龍', '李小'],
  ['😀 smile', '😀S'],
  ['', '?'],
])('the initials of %j are %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test('a hue is stable and different people mostly differ', () => {
  const hues = Array.from({ length: 50 }, (_, index) => hueOf(`user-${index}`));
  expect(hueOf('user-0')).toBe(hues[0]);
  expect(new Set(hues).size).toBeGreaterThan(35);
  expect(hues.every((hue) => hue >= 0 && hue < 360)).toBe(true);
});
