import { expect, test } from 'vitest';
import { messageDraft } from './draft';
import { memoryStorage } from './storage';

test('each session of each account has its own draft, and an empty one leaves nothing', () => {
  const storage = memoryStorage();
  const mine = messageDraft('ada', 's1', storage);
  mine.write('half a thought');
  expect(messageDraft('ada', 's1', storage).read()).toBe('half a thought');
  expect(messageDraft('ada', 's2', storage).read()).toBe('');
  expect(messageDraft('ben', 's1', storage).read()).toBe('');
  mine.write('');
  expect(storage.keys()).toEqual([]);
});
