import { expect, test } from 'vitest';
import { ago, countdown, day, duration, exactTime, until } from './time';

const now = new Date(2026, 2, 12, 15, 0, 0).getTime();
const at = (...parts: [number, number, number, number?, number?]) =>
  new Date(...(parts as [number, number, number])).toISOString();
const before = (ms: number) => new Date(now - ms).toISOString();

test.each([
  [before(5_000), 'just now'],
  [before(-5_000), 'just now'],
  [before(50_000), '1 min ago'],
  [before(59 * 60_000), '59 min ago'],
  [before(2 * 3_600_000), '2 h ago'],
  [new Date(2026, 2, 11, 20).toISOString(), 'yesterday'],
  [new Date(2026, 2, 9, 20).toISOString(), '3 days ago'],
  [at(2026, 1, 1), '1 Feb'],
  [at(2024, 11, 24), '24 Dec 2024'],
  ['nonsense', ''],
])('%s was %s', (iso, expected) => {
  expect(ago(iso, now)).toBe(expected);
});

test('late in the night, a few hours ago is not yesterday', () => {
  const night = new Date(2026, 2, 12, 1, 0, 0).getTime();
  expect(ago(new Date(2026, 2, 11, 23).toISOString(), night)).toBe('2 h ago');
});

test.each([
  [before(1), 'expired'],
  [before(-30 * 60_000), 'in 30 min'],
  [before(-5 * 3_600_000), 'in 5 h'],
  [before(-7 * 86_400_000), 'in 7 days'],
])('%s is %s', (iso, expected) => {
  expect(until(iso, now)).toBe(expected);
});

test('a day and an exact time', () => {
  expect(day(at(2026, 0, 5), now)).toBe('5 Jan');
  expect(exactTime(at(2026, 0, 5))).toContain('5 Jan 2026');
  expect(exactTime('nonsense')).toBe('');
});

test.each([
  [0, '0.0 s'],
  [430, '0.4 s'],
  [980, '1 s'],
  [12_300, '12 s'],
  [60_000, '1 min'],
  [185_000, '3 min 5 s'],
  [7_980_000, '2 h 13 min'],
])('%s ms are %s', (ms, expected) => expect(duration(ms)).toBe(expected));

test('a countdown ends', () => {
  expect(countdown(new Date(now + 61_500).toISOString(), now)).toBe('1 min 2 s');
  expect(countdown(new Date(now).toISOString(), now)).toBeNull();
  expect(countdown('nonsense', now)).toBeNull();
});
