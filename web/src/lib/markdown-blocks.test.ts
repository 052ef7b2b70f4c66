import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growBlocks, hasDefinitions, NO_BLOCKS } from './markdown-blocks';

const cut = (text: string) => {
  const { done, tail } = growBlocks(NO_BLOCKS, text);
  return [...done, tail];
};

describe('blocks', () => {
  test.each<[string, string[]]>([
    ['', ['']],
    ['one', ['one']],
    ['one\n\ntwo\n', ['one\n\n', 'two\n']],
    // The last line is not ended, so it is not known yet what it will be.
    ['one\n\ntwo', ['one\n\ntwo']],
    ['- a\n\n- b\n\nend\n', ['- a\n\n- b\n\n', 'end\n']],
    ['1. a\n\n   more\n\nend\n', ['1. a\n\n   more\n\n', 'end\n']],
    ['```\na\n\nb\n```\n\nend\n', ['```\na\n\nb\n```\n\n', 'end\n']],
    ['```js\na\n\n~~~\n\nb\n', ['```js\na\n\n~~~\n\nb\n']],
    ['> a\n\n> b\n\nend\n', ['> a\n\n> b\n\n', 'end\n']],
  ])('%j', (text, expected) => expect(cut(text)).toEqual(expected));

  test('are the same however the text grows', () => {
    const line = fc.constantFrom('text', '', '', '- item', '```', '   more', '# head', '> quote', '1. one');
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(200)), (lines, stops) => {
        const text = lines.join('\n');
        let blocks = NO_BLOCKS;
        for (const stop of [...stops].sort((a, b) => a - b)) blocks = growBlocks(blocks, text.slice(0, stop));
        blocks = growBlocks(blocks, text);
        expect(blocks).toEqual(growBlocks(NO_BLOCKS, text));
        expect(blocks.done.join('') + blocks.tail).toBe(text);
      }),
    );
  });

  test('begin anew when the text is another', () => {
    expect(growBlocks(growBlocks(NO_BLOCKS, 'a\n\nb\n\nc\n'), 'x')).toEqual({
      done: [],
      tail: 'x',
      length: 0,
    });
  });
});

test('definitions are seen', () => {
  expect(hasDefinitions('see [a]\n\n[a]: https://example.org')).toBe(true);
  expect(hasDefinitions('an [array]: of things')).toBe(false);
});
