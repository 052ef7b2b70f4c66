import { expect, test } from 'vitest';
import { memoryStorage } from '@/lib/storage';
import { CommentDrafts, commentOn, MAX_COMMENTS } from './comment-drafts';

const on = (line: number, text: string) => ({ path: 'a.ts', line, side: 'new' as const, text });

test('a comment is kept, changed and taken away, also for the next visit', () => {
  const storage = memoryStorage();
  const drafts = new CommentDrafts('ada', 'b', 'c', storage);
  let changes = 0;
  drafts.subscribe(() => {
    changes += 1;
  });
  drafts.put(on(1, 'Why?'));
  drafts.put(on(2, 'Nice'));
  drafts.put(on(1, 'Why this?'));
  expect(new CommentDrafts('ada', 'b', 'c', storage).list()).toEqual([on(1, 'Why this?'), on(2, 'Nice')]);
  drafts.put(on(2, ' '));
  expect([drafts.list(), changes]).toEqual([[on(1, 'Why this?')], 4]);
});

test('what was written while others were sent stays', () => {
  const drafts = new CommentDrafts('ada', 'b', 'c', memoryStorage());
  drafts.put(on(1, 'One'));
  const sent = drafts.list();
  drafts.put(on(2, 'Two'));
  drafts.remove(sent);
  expect(drafts.list()).toEqual([on(2, 'Two')]);
});

test('the two sides of a line, and two people, have comments of their own', () => {
  const storage = memoryStorage();
  const drafts = new CommentDrafts('ada', 'b', 'c', storage);
  drafts.put(on(1, 'New'));
  drafts.put({ ...on(1, 'Old'), side: 'old' });
  expect(drafts.list()).toHaveLength(2);
  expect(new CommentDrafts('grace', 'b', 'c', storage).list()).toEqual([]);
});

test('no more are kept than can be sent, and what cannot be read is nothing', () => {
  const storage = memoryStorage();
  const drafts = new CommentDrafts('ada', 'b', 'c', storage);
  for (let line = 1; line <= MAX_COMMENTS + 5; line += 1) drafts.put(on(line, 'x'));
  expect(drafts.list()).toHaveLength(MAX_COMMENTS);
  for (const key of storage.keys()) storage.setItem(key, '{');
  expect(new CommentDrafts('ada', 'b', 'c', storage).list()).toEqual([]);
});

test('a line is quoted as the server takes it', () => {
  const quote = (text: string) => commentOn('a', { sign: '+', text, before: null, after: 1 })?.quote;
  expect(quote('\u001b[31m\tred')).toBe('[31m\tred');
  expect([...(quote('\u{1f600}'.repeat(3_000)) ?? '')]).toHaveLength(2_000);
});

test('a comment is about the side its line is on', () => {
  const line = { text: 'x', before: 3, after: 4 };
  expect(commentOn('a', { ...line, sign: '-', after: null })).toMatchObject({ side: 'old', line: 3 });
  expect(commentOn('a', { ...line, sign: ' ' })).toMatchObject({ side: 'new', line: 4, quote: 'x' });
  expect(commentOn('a', { ...line, sign: '+', after: null })).toBeNull();
});
