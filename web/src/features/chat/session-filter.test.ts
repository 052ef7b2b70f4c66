import { expect, test } from 'vitest';
import { cardsOf, isShown, NO_FILTER } from './session-filter';

test('a filter shows what has both its status and its agent', () => {
  const session = { status: 'queued', agent: 'claude' } as const;
  expect(isShown(NO_FILTER, session)).toBe(true);
  expect(isShown({ status: 'working', agent: 'claude' }, session)).toBe(true);
  expect(isShown({ status: 'waiting', agent: null }, session)).toBe(false);
  expect(isShown({ status: 'working', agent: 'rehearsal' }, session)).toBe(false);
});

test('a card is listed once, and not more than there is room for', () => {
  const sessions = [
    { card_id: 'a', title: 'New' },
    { card_id: null, title: 'Loose' },
    { card_id: 'a', title: 'Old' },
    { card_id: 'b', title: 'B' },
    { card_id: 'c', title: 'C' },
  ];
  expect(cardsOf(sessions, 2)).toEqual([
    { id: 'a', title: 'New' },
    { id: 'b', title: 'B' },
  ]);
});
