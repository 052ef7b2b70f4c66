import { describe, expect, test } from 'vitest';
import type { EventType, SessionEvent } from '@/live/session-wire';
import { Transcript } from '@/live/transcript';
import { rowOfEvent } from './jump';

/** Folds events as a log would hold them, and finds each of them again. */
function check(log: readonly (readonly [EventType, unknown])[]): (string | null)[] {
  const events = log.map(([type, data], index) => ({ n: index + 1, type, data, at: '' }) as SessionEvent);
  const transcript = new Transcript();
  transcript.append(events);
  return events.map((event) => rowOfEvent(transcript, event));
}

describe('the row of an event', () => {
  test('is its message, its block, its call, its request or itself', () => {
    expect(
      check([
        ['user_message', { id: 'm', content: 'Go', by: null, by_name: null }],
        ['delivered', { ids: ['m'] }],
        ['text_delta', { text: 'I ' }],
        ['text_delta', { text: 'will' }],
        ['assistant_message', { kind: 'text' }],
        ['tool_start', { id: 't', name: 'Bash', input: {} }],
        ['tool_result', { id: 't', content: '', is_error: false }],
        ['plan', { request_id: 'r', tool: 'p', plan: '', plan_sha256: '', path: null }],
        ['assistant_message', { kind: 'text', text: 'Done' }],
        ['done', { turn: 1, outcome: 'completed' }],
      ]),
    ).toEqual([
      'message:m',
      'message:m',
      'event:3',
      'event:3',
      'event:3',
      'tool:t',
      'tool:t',
      'request:r',
      'event:9',
      'event:10',
    ]);
  });

  test('of a subagent is the call that started it', () => {
    const rows = check([
      ['tool_start', { id: 't', name: 'Task', input: {} }],
      ['assistant_message', { kind: 'text', text: 'Inside', parent: 't' }],
      ['tool_start', { id: 'u', name: 'Read', input: {}, parent: 't' }],
    ]);
    expect(rows).toEqual(['tool:t', 'tool:t', 'tool:t']);
  });

  test('that shows nowhere is none', () => {
    expect(check([['usage', { context_tokens: 1, context_window: null }]])).toEqual([null]);
  });
});
