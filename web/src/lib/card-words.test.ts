import { expect, test } from 'vitest';
import type { CardStatus, ReviewCount } from '@/live/cards-wire';
import { canStop, clockTime, startLabel, statusIn, workWords } from './card-words';

const AT = '2026-03-01T12:00:00Z';

function status(more: Partial<CardStatus>): CardStatus {
  return {
    card_id: 'x',
    board_id: 'b',
    column_id: 'code',
    phase: 'running',
    scripted: false,
    cost_usd: 0,
    ...more,
  };
}

function verdicts(more: Partial<ReviewCount>): ReviewCount {
  return { reported: true, passed: 3, failed: 0, not_applicable: 0, ...more };
}

test.each<[Partial<CardStatus>, string | null]>([
  [{ phase: 'resting' }, null],
  [{ phase: 'lined_up', place: 2 }, 'Lined up, place 2'],
  [{ phase: 'queued' }, 'Queued'],
  [{ phase: 'starting' }, 'Starting'],
  [{ mode: 'plan' }, 'Planning'],
  [{ mode: 'code', doing: { kind: 'tool', text: 'Edit src/main.rs' } }, 'Edit src/main.rs'],
  [{ mode: 'code', doing: { kind: 'thinking' } }, 'Thinking'],
  [{ phase: 'waiting', waiting: [{ request_id: 'r', kind: 'question' }] }, 'Question'],
  [
    {
      phase: 'waiting',
      waiting: [
        { request_id: 'r', kind: 'permission' },
        { request_id: 's', kind: 'plan' },
      ],
    },
    'Plan to approve and 1 more',
  ],
  [{ phase: 'waiting' }, 'Needs you'],
  [{ phase: 'failed', failure: { code: 'x', message: 'Not logged in' } }, 'Not logged in'],
  [{ phase: 'failed' }, 'Failed'],
  [{ phase: 'parked', until: AT }, 'Usage limit, goes on in'],
  [{ phase: 'finished' }, 'Done here'],
  [{ phase: 'finished', merged: true }, 'Merged'],
  [{ phase: 'finished', mode: 'review', review: verdicts({}) }, 'Reviewed'],
  [{ phase: 'finished', mode: 'review', review: verdicts({ failed: 2 }) }, '2 rules broken'],
  [{ phase: 'finished', mode: 'review', review: verdicts({ reported: false }) }, 'No report'],
  [{ phase: 'stopped' }, 'Stopped'],
  [{ phase: 'resting', conflict: 'open' }, 'Conflicts to resolve'],
  [{ phase: 'finished', mode: 'talk', conflict: 'resolved' }, 'Conflicts resolved, merge again'],
  [{ mode: 'code', conflict: 'open' }, 'Coding'],
])('%j is said as %s', (more, text) => {
  expect(workWords(status(more))?.text ?? null).toBe(text);
});

test('the time counts up while it runs and down while it is parked', () => {
  expect(workWords(status({ since: AT }))?.clock).toEqual({ counts: 'up', at: AT });
  expect(workWords(status({ phase: 'parked', until: AT }))?.clock).toEqual({ counts: 'down', at: AT });
});

test('what was reached in one column is not said in another', () => {
  expect(statusIn(status({ phase: 'finished' }), 'code')?.phase).toBe('finished');
  expect(statusIn(status({ phase: 'finished' }), 'review')?.phase).toBe('resting');
  expect(statusIn(status({ phase: 'running' }), 'review')?.phase).toBe('running');
});

test('a card starts where its column has a mode, and not twice', () => {
  expect(startLabel(undefined, null)).toBeNull();
  expect(startLabel(undefined, 'plan')).toBe('Start planning');
  expect(startLabel(status({ phase: 'running' }), 'code')).toBeNull();
  expect(startLabel(status({ phase: 'lined_up' }), 'code')).toBeNull();
  expect(startLabel(status({ phase: 'failed' }), 'code')).toBe('Retry');
  expect(startLabel(status({ phase: 'stopped' }), 'code')).toBe('Continue');
});

test('only what is under way can be stopped', () => {
  expect(canStop(undefined)).toBe(false);
  expect(canStop(status({ phase: 'waiting' }))).toBe(true);
  expect(canStop(status({ phase: 'stopping' }))).toBe(false);
  expect(canStop(status({ phase: 'finished' }))).toBe(false);
});

test.each([
  [-5, '0:00'],
  [7_400, '0:07'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
])('%d ms is %s', (ms, text) => expect(clockTime(ms)).toBe(text));
