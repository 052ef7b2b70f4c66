// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { addCommands, useCommandList, useCommands } from './commands';

const ids = () => useCommandList.getState().list.map(({ id }) => id);

afterEach(cleanup);

test('commands come and go with their component', () => {
  const { unmount } = renderHook(() => useCommands([{ id: 'card.new', label: 'New card', run: () => {} }]));
  expect(ids()).toEqual(['card.new']);
  unmount();
  expect(ids()).toEqual([]);
});

test('what runs is the newest closure, without registering again', () => {
  const first = vi.fn();
  const second = vi.fn();
  const { rerender } = renderHook(({ run }) => useCommands([{ id: 'a', label: 'A', run }]), {
    initialProps: { run: first },
  });
  const before = useCommandList.getState().list;
  rerender({ run: second });
  expect(useCommandList.getState().list).toBe(before);
  before[0]?.run();
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledTimes(1);
});

test('a known id is taken over, and leaving takes only what is one’s own', () => {
  const removeOld = addCommands([{ id: 'a', label: 'Old', run: () => {} }]);
  const removeNew = addCommands([{ id: 'a', label: 'New', run: () => {} }]);
  expect(useCommandList.getState().list.map(({ label }) => label)).toEqual(['New']);
  removeOld();
  expect(ids()).toEqual(['a']);
  removeNew();
  expect(ids()).toEqual([]);
});
