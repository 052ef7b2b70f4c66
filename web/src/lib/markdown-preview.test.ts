import { expect, it } from 'vitest';
import { previewOf } from './markdown-preview';

it('is the first line that says something, without the signs of markdown', () => {
  expect(previewOf('\n\n**bold** _start_\ntext', [])).toBe('bold start');
  expect(previewOf('## Why **now**\n\ntext', [])).toBe('text');
  expect(previewOf('## Why **now**', [])).toBe('Why now');
  expect(previewOf('- [ ] try [this](https://example.org)', [])).toBe('try this');
  expect(previewOf('```js\ncode', [])).toBe('code');
});
it('is nothing for nothing', () => expect(previewOf('', [])).toBe(''));
it('is the line the filter found, cut so that it is seen', () => {
  expect(previewOf('first\nsecond line', ['second'])).toBe('second line');
  expect(previewOf(`${'x '.repeat(60)}needle`, ['needle'])).toContain('needle');
});
it('keeps code apart from the words around it', () => {
  expect(previewOf('`The` and `the` are two words, and so are `end` and `end.`.', [])).toBe(
    '“The” and “the” are two words, and so are “end” and “end.”.',
  );
  expect(previewOf('a ` alone', [])).toBe('a ` alone');
});
it('keeps names with underscores', () =>
  expect(previewOf('call my_great_name', [])).toBe('call my_great_name'));
