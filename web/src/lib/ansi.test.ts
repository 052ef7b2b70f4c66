import { expect, test } from 'vitest';
import { plainOutput } from './ansi';

test.each([
  ['\u001b[1;32mok\u001b[0m done', 'ok done'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;https://example.org\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['10 %\r50 %\r100 %\nnext', '100 %\nnext'],
  ['one\r\ntwo', 'one\ntwo'],
  ['bell\u0007 and null\u0000', 'bell and null'],
  ['a\tb\nc', 'a\tb\nc'],
  ['\u001b[38;2;1;2;3mrgb', 'rgb'],
])('%j reads %j', (printed, expected) => expect(plainOutput(printed)).toBe(expected));

test('a long text takes no time', () => {
  const began = performance.now();
  plainOutput('\u001b]'.repeat(50_000) + 'x\r'.repeat(100_000));
  expect(performance.now() - began).toBeLessThan(1_000);
});
