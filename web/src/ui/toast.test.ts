import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, pauseToasts, resumeToasts, TOAST_MS, toast, useToasts } from './toast';

const titles = () => useToasts.getState().entries.map(({ title }) => title);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  resumeToasts();
  for (const { id } of useToasts.getState().entries) dismissToast(id);
  vi.useRealTimers();
});

test('goes by itself after a while', () => {
  toast({ title: 'Copied' });
  vi.advanceTimersByTime(TOAST_MS - 1);
  expect(titles()).toEqual(['Copied']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

test('an error stays until it is dismissed', () => {
  const id = toast({ title: 'Not saved', tone: 'error' });
  vi.advanceTimersByTime(TOAST_MS * 20);
  expect(titles()).toEqual(['Not saved']);
  dismissToast(id);
  expect(titles()).toEqual([]);
});

test('the same text is not repeated but lives anew', () => {
  const first = toast({ title: 'Copied' });
  vi.advanceTimersByTime(TOAST_MS - 100);
  expect(toast({ title: 'Copied' })).toBe(first);
  vi.advanceTimersByTime(TOAST_MS - 100);
  expect(titles()).toEqual(['Copied']);
});

test('a fourth lets go of the oldest that is no error', () => {
  toast({ title: 'A', tone: 'error' });
  toast({ title: 'B' });
  toast({ title: 'C' });
  toast({ title: 'D' });
  expect(titles()).toEqual(['A', 'C', 'D']);
});

test('four errors let go of the oldest', () => {
  for (const title of ['A', 'B', 'C', 'D']) toast({ title, tone: 'error' });
  expect(titles()).toEqual(['B', 'C', 'D']);
});

test('nothing goes while it is read', () => {
  toast({ title: 'Copied' });
  pauseToasts();
  toast({ title: 'Later' });
  vi.advanceTimersByTime(TOAST_MS * 3);
  expect(titles()).toEqual(['Copied', 'Later']);
  resumeToasts();
  vi.advanceTimersByTime(TOAST_MS);
  expect(titles()).toEqual([]);
});

test('dismissing one while it is read lets the others go in their time', () => {
  const first = toast({ title: 'One' });
  toast({ title: 'Two' });
  pauseToasts();
  dismissToast(first);
  vi.advanceTimersByTime(TOAST_MS);
  expect(titles()).toEqual([]);
});
