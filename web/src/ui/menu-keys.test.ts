import { expect, test } from 'vitest';
import { menuTarget, typeahead } from './menu-keys';

const entries = [
  { label: 'Rename' },
  { label: 'Move', disabled: true },
  { label: 'Delete' },
  { label: 'Duplicate' },
];

test('arrows go round and skip what is disabled', () => {
  expect(menuTarget('ArrowDown', 0, entries)).toBe(2);
  expect(menuTarget('ArrowDown', 3, entries)).toBe(0);
  expect(menuTarget('ArrowUp', 0, entries)).toBe(3);
  expect(menuTarget('ArrowUp', 2, entries)).toBe(0);
  expect(menuTarget('ArrowDown', -1, entries)).toBe(0);
  expect(menuTarget('ArrowUp', -1, entries)).toBe(3);
});

test('home and end go to the ends', () => {
  expect(menuTarget('Home', 2, entries)).toBe(0);
  expect(menuTarget('End', 0, entries)).toBe(3);
});

test('other keys move nothing', () => {
  expect(menuTarget('x', 0, entries)).toBeNull();
});

test('a menu of disabled entries stays where it is', () => {
  expect(menuTarget('ArrowDown', 0, [{ label: 'A', disabled: true }])).toBe(0);
});

test('typing goes to the entry that begins so', () => {
  expect(typeahead('d', 0, entries)).toBe(2);
  expect(typeahead('du', 2, entries)).toBe(3);
  expect(typeahead('d', 2, entries)).toBe(3);
  expect(typeahead('dd', 3, entries)).toBe(2);
  expect(typeahead('m', 0, entries)).toBeNull();
});
