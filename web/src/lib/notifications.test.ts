import { expect, test } from 'vitest';
import { stateOf } from './notifications';

test.each([
  ['on', 'granted', 'on'],
  ['on', 'default', 'asleep'],
  ['off', 'granted', 'asleep'],
  [null, 'granted', 'asleep'],
  ['on', 'denied', 'blocked'],
  ['on', null, 'unsupported'],
] as const)('chosen %s and allowed %s is %s', (chosen, permission, expected) => {
  expect(stateOf(chosen, permission)).toBe(expected);
});
