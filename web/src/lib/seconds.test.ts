import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Seconds } from './seconds';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one timer ticks for all, and only while somebody counts', () => {
  const seconds = new Seconds();
  const heard: string[] = [];
  const stops = ['a', 'b'].map((name) => seconds.subscribe(() => heard.push(name)));
  expect(vi.getTimerCount()).toBe(1);
  const before = seconds.now();
  vi.advanceTimersByTime(2_000);
  expect(heard).toEqual(['a', 'b', 'a', 'b']);
  expect(seconds.now() - before).toBe(2_000);
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('whoever comes first after a pause sees the time as it is', () => {
  const seconds = new Seconds();
  const before = seconds.now();
  vi.advanceTimersByTime(60_000);
  expect(seconds.now() - before).toBe(60_000);
});
