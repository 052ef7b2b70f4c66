import { describe, expect, it } from 'vitest';
import type { EventData, EventType, SessionEvent } from '@/live/session-wire';
import { Transcript } from '@/live/transcript';
import { hasDrawn } from './UndoDrawn';

type Told = { [Type in EventType]: readonly [Type, EventData[Type]] }[EventType];

/** Returns whether something was drawn in the last turn of what was told. */
function check(told: readonly Told[], expected: boolean): void {
  const transcript = new Transcript();
  transcript.append(
    told.map(([type, data], n) => ({ n: n + 1, type, data, at: '2026-01-01T00:00:00Z' }) as SessionEvent),
  );
  const { length } = transcript.list();
  expect(hasDrawn(transcript, transcript.keyAt(length - 1))).toBe(expected);
}

const call = (id: string, name: string, content: string, isError = false): readonly Told[] => [
  ['tool_start', { id, name, input: {} }],
  ['tool_result', { id, content, is_error: isError, took_ms: 1 }],
];
const DRAW = 'mcp__tandem__batchOperations';
const MADE = JSON.stringify({ created: { one: 'n1' } });
const end: Told = ['done', { turn: 1, outcome: 'completed', took_ms: 1, cost_usd: 0, origin: 'person' }];

describe('the end of a turn', () => {
  it('knows whether anything was drawn in it', () => {
    check([...call('a', DRAW, MADE), ...call('b', 'Read', 'text'), end], true);
    check([...call('a', 'Read', MADE), end], false);
  });

  it('does not count what was refused, or drawn in an earlier turn', () => {
    check([...call('a', DRAW, 'There is no such board.', true), end], false);
    check([...call('a', DRAW, MADE), end, ...call('b', 'Read', 'text'), end], false);
  });
});
