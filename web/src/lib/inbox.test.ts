import { describe, expect, test } from 'vitest';
import { anInboxItem } from '../../tests/support/inbox';
import { byProject, itemKey, itemPath, itemTitle, unblocks } from './inbox';

describe('an item of the inbox', () => {
  const card = { board_id: 'b1', card_id: 'c/1' };

  test('leads to its card, at the tab where it is dealt with', () => {
    expect(itemPath(anInboxItem('r', {}, card))).toBe('/p/p1/b/b1?card=c%2F1&tab=chat');
    const review = anInboxItem('r', { kind: 'review', request_id: null, data: { failed: [] } }, card);
    expect(itemPath(review)).toBe('/p/p1/b/b1?card=c%2F1&tab=review');
  });

  test('leads to its session if it has no card', () => {
    expect(itemPath(anInboxItem('r'))).toBe('/p/p1/s/s1');
  });

  test('is told from a later one of the same card', () => {
    const failed = (asked_at: string) =>
      anInboxItem('r', { kind: 'failure', request_id: null, asked_at, data: { code: 'x', message: 'y' } });
    expect(itemKey(anInboxItem('r1'))).toBe('r1');
    expect(itemKey(failed('2026-01-01'))).not.toBe(itemKey(failed('2026-01-02')));
  });

  test('is called as its card', () => {
    expect(itemTitle(anInboxItem('r', { card_title: 'Fix it' }))).toBe('Fix it');
    expect(itemTitle(anInboxItem('r'))).toBe('Session of r');
  });
});

test('who else waits is said only if somebody does', () => {
  expect([undefined, 0, 1, 3].map(unblocks)).toEqual(['', '', 'Unblocks one other', 'Unblocks 3 others']);
});

test('groups keep the order of the server', () => {
  const other = { project_id: 'p2', project_name: 'Other' };
  const groups = byProject([anInboxItem('a'), anInboxItem('b', {}, other), anInboxItem('c')]);
  expect(groups.map(({ name, items }) => [name, items.map(itemKey)])).toEqual([
    ['Engine', ['a', 'c']],
    ['Other', ['b']],
  ]);
});
