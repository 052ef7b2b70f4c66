import { expect, test } from 'vitest';
import { parseChoice, resolveTheme } from './theme';

test('a choice wins over the system', () => {
  expect(resolveTheme('light', true)).toBe('light');
  expect(resolveTheme('dark', false)).toBe('dark');
  expect(resolveTheme('system', true)).toBe('dark');
  expect(resolveTheme('system', false)).toBe('light');
});

test('what is stored and unknown is the system', () => {
  expect(parseChoice(null)).toBe('system');
  expect(parseChoice('purple')).toBe('system');
  expect(parseChoice('dark')).toBe('dark');
});
