import { expect, test } from 'vitest';
import type { CardStatus } from '@/live/cards-wire';
import { firstTab, tabOf } from './panel-tabs';

function status(more: Partial<CardStatus>): CardStatus {
  return {
    card_id: 'x',
    board_id: 'b',
    column_id: 'c',
    phase: 'resting',
    scripted: false,
    cost_usd: 0,
    ...more,
  };
}

test.each<[Partial<CardStatus> | null, string]>([
  [null, 'card'],
  [{ phase: 'resting' }, 'card'],
  [{ phase: 'waiting' }, 'chat'],
  [{ phase: 'running' }, 'chat'],
  [{ phase: 'failed' }, 'chat'],
  [{ phase: 'finished', mode: 'review' }, 'review'],
  [{ phase: 'finished', mode: 'code', diff: { files: 1, additions: 1, deletions: 0 } }, 'diff'],
  [{ phase: 'finished', mode: 'code' }, 'chat'],
  [{ phase: 'finished', mode: 'plan' }, 'chat'],
  [{ phase: 'finished', mode: 'talk', conflict: 'resolved' }, 'diff'],
  [{ phase: 'running', mode: 'talk', conflict: 'open' }, 'chat'],
])('a card that is %j opens with %s', (more, tab) => {
  expect(firstTab(more === null ? undefined : status(more))).toBe(tab);
});

test('an address may name a tab, and only one there is', () => {
  expect([tabOf('diff'), tabOf('dance'), tabOf(null)]).toEqual(['diff', null, null]);
});
