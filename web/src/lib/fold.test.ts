import { expect, it } from 'vitest';
import { fold } from './fold';

it('finds a word whatever its case and marks', () => {
  expect(fold('Café ÁRVÍZTŰRŐ')).toBe('cafe arvizturo');
  expect(fold(`a${'\u0301\u0323'.repeat(9_999)}b`)).toBe('ab');
});
