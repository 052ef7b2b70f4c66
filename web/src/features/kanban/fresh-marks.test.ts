import { afterEach, expect, it, vi } from 'vitest';
import { FRESH_MS, FreshMarks } from '@/lib/fresh-marks';
import { BEN, BoardKit, ME } from './testing/board-kit';

afterEach(() => vi.useRealTimers());

it('marks what others change, for a while', async () => {
  const kit = await BoardKit.open({ Todo: ['a', 'b'] });
  vi.useFakeTimers();
  const marks = new FreshMarks(kit.board, 'me');
  marks.start();
  kit.remote([{ op: 'update', id: 'a', props: { title: 'x' } }]);
  expect([marks.by('a'), marks.by('b')]).toEqual([BEN, null]);
  vi.advanceTimersByTime(FRESH_MS);
  expect(marks.by('a')).toBeNull();
});

it('does not mark what we change, in this window or another', async () => {
  const kit = await BoardKit.open({ Todo: ['a'] });
  const marks = new FreshMarks(kit.board, 'me');
  marks.start();
  kit.remote([{ op: 'update', id: 'a', props: { title: 'x' } }], ME);
  expect(marks.by('a')).toBeNull();
});
