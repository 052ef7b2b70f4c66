import { expect, test } from 'vitest';
import {
  baseName,
  matching,
  type PickerEvent,
  type PickerState,
  pick,
  START,
  startAt,
} from './folder-picker';

function folder(path: string) {
  return { name: baseName(path), path, is_git_repo: false };
}

const root = { ...folder('/srv/code'), name: '/srv/code' };
const api = folder('/srv/code/api');

function after(...events: PickerEvent[]): PickerState {
  return events.reduce(pick, START);
}

test('opening goes down and going up comes back', () => {
  const inside = after({ type: 'open', folder: root }, { type: 'open', folder: api });
  expect(inside.trail).toEqual([root, api]);
  expect(pick(inside, { type: 'up' }).trail).toEqual([root]);
  expect(pick(inside, { type: 'back', to: 1 }).trail).toEqual([root]);
  expect(pick(inside, { type: 'back', to: 0 }).trail).toEqual([]);
});

test('a single root is open at once', () => {
  expect(startAt([root]).trail).toEqual([root]);
  expect(startAt([root, api])).toBe(START);
  expect(startAt([])).toBe(START);
});

test('up at the top is nothing', () => {
  expect(pick(START, { type: 'up' })).toBe(START);
});

test('a new place begins without filter and without an active folder', () => {
  const state = after({ type: 'filter', text: 'a' }, { type: 'open', folder: root });
  expect(state).toEqual({ trail: [root], filter: '', active: -1 });
});

test('typing makes the first match active, and clearing it none', () => {
  expect(after({ type: 'filter', text: 'a' }).active).toBe(0);
  expect(after({ type: 'filter', text: 'a' }, { type: 'filter', text: '' }).active).toBe(-1);
});

test('arrows go round', () => {
  const down: PickerEvent = { type: 'move', by: 1, count: 3 };
  const up: PickerEvent = { type: 'move', by: -1, count: 3 };
  expect(after(down).active).toBe(0);
  expect(after(up).active).toBe(2);
  expect(after(down, down, down, down).active).toBe(0);
  expect(after(down, up).active).toBe(2);
  expect(after({ type: 'move', by: 1, count: 0 }).active).toBe(-1);
});

test('the filter finds anywhere, beginnings first', () => {
  const all = ['/r/web', '/r/my-app', '/r/App'].map(folder);
  expect(matching(all, 'app').map(({ name }) => name)).toEqual(['App', 'my-app']);
  expect(matching(all, '  ')).toBe(all);
  expect(matching(all, 'zzz')).toEqual([]);
});

test.each([
  ['/srv/code/api', 'api'],
  ['/srv/code/api/', 'api'],
  ['C:\\code\\api', 'api'],
  ['/', '/'],
])('the name of %s is %s', (path, name) => {
  expect(baseName(path)).toBe(name);
});
