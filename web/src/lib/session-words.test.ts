import { expect, test } from 'vitest';
import { byActivity, contextShare, price, tokenCount } from './session-words';

test.each([
  [0, ''],
  [0.004, '<$0.01'],
  [0.421, '$0.42'],
  [12.3, '$12.30'],
])('%s dollars are %j', (usd, expected) => expect(price(usd)).toBe(expected));

test.each([
  [950, '950'],
  [38_200, '38k'],
  [999_600, '1M'],
  [1_250_000, '1.3M'],
])('%s tokens are %s', (count, expected) => expect(tokenCount(count)).toBe(expected));

test('the context is a share of its window, where that is known', () => {
  expect(contextShare(76_000, 200_000)).toEqual({ percent: 38, of: '200k' });
  expect(contextShare(300_000, 200_000)?.percent).toBe(100);
  expect(contextShare(76_000, null)).toBeNull();
});

test('the session that was last active comes first, whenever it was begun', () => {
  const at = (id: string, updated_at: string) => ({ id, updated_at });
  const sessions = [
    at('new', '2026-03-01T12:00:00Z'),
    at('old', '2026-03-01T13:00:00.5Z'),
    at('mid', '2026-03-01T12:30:00Z'),
  ];
  expect(byActivity(sessions).map(({ id }) => id)).toEqual(['old', 'mid', 'new']);
});
