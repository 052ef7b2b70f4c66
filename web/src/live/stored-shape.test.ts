import { describe, expect, test } from 'vitest';
import { isChange, isRefusal, isSnapshot } from './stored-shape';

const node = (id: string, parent: string) => {
  return { id, kind: 'card', parent, order: 'a0', props: {}, touched: { seq: 1, by: { type: 'system' } } };
};
const change = { id: 'c', ops: [{ op: 'move', id: 'a', parent: 'b', order: 'a0' }] };

describe('what is found in the database', () => {
  test('is taken when it fits', () => {
    expect(isSnapshot({ kind: 'kanban', seq: 3, nodes: [node('b', 'a'), node('a', 'root')] })).toBe(true);
    expect(isSnapshot({ kind: 'kanban', seq: 0, nodes: [] })).toBe(true);
    expect(isChange(change)).toBe(true);
    expect(isRefusal({ id: 'c', label: 'Move', reason: 'gone', code: 'missing', change })).toBe(true);
  });

  test.each([
    'text',
    { kind: 'kanban', seq: 3 },
    { kind: 'kanban', seq: -5, nodes: [] },
    { kind: 'kanban', seq: 3, nodes: [null] },
    { kind: 'kanban', seq: 3, nodes: [{ ...node('a', 'root'), props: undefined }] },
    { kind: 'kanban', seq: 3, nodes: [node('a', 'b'), node('b', 'a')] },
    { kind: 'kanban', seq: 3, nodes: [node('a', 'nobody')] },
    { kind: 'kanban', seq: 3, nodes: [node('a', 'root'), node('a', 'root')] },
  ])('is no snapshot: %j', (value) => {
    expect(isSnapshot(value)).toBe(false);
  });

  test.each([
    undefined,
    { id: '', ops: change.ops },
    { id: 7, ops: change.ops },
    { id: 'c' },
    { id: 'c', ops: [] },
    { id: 'c', ops: [null] },
    { id: 'c', ops: [{ op: 'update', id: 'a' }] },
    { id: 'c', ops: [{ op: 'fly', id: 'a' }] },
  ])('is no change: %j', (value) => {
    expect(isChange(value)).toBe(false);
  });

  test.each([
    { id: 'c', label: 'Move', code: 'missing', change },
    {
      id: 'c',
      label: 'Move',
      reason: 'gone',
      code: 'missing',
      change,
      conflict: { node: 'a', prop: 'text' },
    },
  ])('is no refusal: %j', (value) => {
    expect(isRefusal(value)).toBe(false);
  });
});
