import { describe, expect, test } from 'vitest';
import { reasonOf } from './refusal';

const refusal = (code: string, reason: string) =>
  reasonOf({ id: 'x', label: 'Move', code, reason, change: { id: 'x', ops: [] } });

describe('the reason of a refusal', () => {
  test('is told without ids where we know what happened', () => {
    expect(refusal('missing', 'op 0: there is no node Dr1KF')).toMatch(/^Somebody has deleted it/);
  });

  test('is the server’s own otherwise, without the number of the op', () => {
    expect(refusal('limit', 'op 3, props/title: a title has at most 200 characters')).toBe(
      'A title has at most 200 characters.',
    );
    expect(refusal('queue_full', 'Too many edits wait.')).toBe('Too many edits wait.');
  });
});
