// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { keyCaps, spokenKeys } from './key-names';
import {
  addShortcut,
  isTyping,
  listenForShortcuts,
  matches,
  type Shortcut,
  shortcutFor,
  useShortcuts,
} from './keys';

function press(key: string, held: Partial<KeyboardEvent> = {}) {
  return { key, code: '', metaKey: false, ctrlKey: false, altKey: false, shiftKey: false, ...held };
}

afterEach(() => {
  useShortcuts.setState({ list: [] });
  document.body.replaceChildren();
});

test.each([
  ['mod+k', press('k', { ctrlKey: true }), false, true],
  ['mod+k', press('k', { metaKey: true }), true, true],
  ['mod+k', press('k', { ctrlKey: true }), true, false],
  ['mod+k', press('k'), false, false],
  ['mod+k', press('k', { ctrlKey: true, shiftKey: true }), false, false],
  ['mod+shift+z', press('Z', { ctrlKey: true, shiftKey: true }), false, true],
  ['n', press('n'), false, true],
  ['n', press('N', { shiftKey: true }), false, false],
  ['n', press('n', { altKey: true }), false, false],
  ['?', press('?', { shiftKey: true }), false, true],
  ['?', press('?'), false, true],
  ['escape', press('Escape'), false, true],
  ['space', press(' '), false, true],
  ['mod++', press('+', { ctrlKey: true }), false, true],
])('%s is pressed: %#', (keys, event, mac, expected) => {
  expect(matches(event, keys, mac)).toBe(expected);
});

test('on a keyboard without Latin letters the place of the key counts', () => {
  expect(matches(press('я', { ctrlKey: true, code: 'KeyZ' }), 'mod+z', false)).toBe(true);
});

test('typing is text fields only', () => {
  document.body.innerHTML =
    '<input id="a"><input id="b" type="checkbox"><textarea id="c"></textarea><button id="d"></button><div contenteditable="true"><b id="e"></b></div>';
  const typing = (id: string) => isTyping(document.getElementById(id));
  expect(['a', 'b', 'c', 'd', 'e'].map(typing)).toEqual([true, false, true, false, true]);
  expect(isTyping(null)).toBe(false);
});

function shortcut(keys: string, run: () => void, more: Partial<Shortcut> = {}): Shortcut {
  return { id: keys, keys, label: keys, scope: 'Test', run, ...more };
}

function type(target: EventTarget, key: string, held: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held });
  target.dispatchEvent(event);
  return event;
}

test('plain keys are left alone in a field, and keys with the modifier are not', () => {
  const stop = listenForShortcuts();
  document.body.innerHTML = '<input id="a">';
  const field = document.getElementById('a') ?? document.body;
  const plain = vi.fn();
  const withMod = vi.fn();
  addShortcut(shortcut('n', plain));
  addShortcut(shortcut('mod+k', withMod));
  expect(type(field, 'n').defaultPrevented).toBe(false);
  type(field, 'k', { ctrlKey: true });
  expect(plain).not.toHaveBeenCalled();
  expect(withMod).toHaveBeenCalledTimes(1);
  expect(type(document.body, 'n').defaultPrevented).toBe(true);
  expect(plain).toHaveBeenCalledTimes(1);
  stop();
  type(document.body, 'n');
  expect(plain).toHaveBeenCalledTimes(1);
});

test('the newest wins, and goes when it is taken away', () => {
  const stop = listenForShortcuts();
  const older = vi.fn();
  const newer = vi.fn();
  addShortcut(shortcut('n', older));
  const remove = addShortcut(shortcut('n', newer));
  type(document.body, 'n');
  remove();
  type(document.body, 'n');
  expect(newer).toHaveBeenCalledTimes(1);
  expect(older).toHaveBeenCalledTimes(1);
  stop();
});

test('below a dialog only those that say so work', () => {
  const page = shortcut('n', () => {});
  const everywhere = shortcut('?', () => {}, { inDialogs: true });
  const event = (key: string) => new KeyboardEvent('keydown', { key });
  expect(shortcutFor(event('n'), [page, everywhere], true)).toBeUndefined();
  expect(shortcutFor(event('?'), [page, everywhere], true)).toBe(everywhere);
});

test('a shortcut that means nothing now leaves the key alone', () => {
  const stop = listenForShortcuts();
  const run = vi.fn();
  let means = false;
  addShortcut(shortcut('enter', run, { when: () => means }));
  expect(type(document.body, 'Enter').defaultPrevented).toBe(false);
  means = true;
  expect(type(document.body, 'Enter').defaultPrevented).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
  stop();
});

test('keys are written as they stand on the keyboard', () => {
  expect(keyCaps('mod+shift+z', true)).toEqual(['⌘', '⇧', 'Z']);
  expect(keyCaps('mod+shift+z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(keyCaps('arrowup', false)).toEqual(['↑']);
  expect(spokenKeys('mod+k', true)).toBe('Command K');
  expect(spokenKeys('?', false)).toBe('Question mark');
});
