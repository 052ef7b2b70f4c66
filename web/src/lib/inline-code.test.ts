import { expect, test } from 'vitest';
import { inlineParts } from './inline-code';

const shown = (line: string) =>
  inlineParts(line)
    .map(({ text, isCode }) => (isCode ? `[${text}]` : text))
    .join('');

test.each([
  ['No `unwrap` in `src/main.rs`', 'No [unwrap] in [src/main.rs]'],
  ['``a`b`` is code', '[a`b] is code'],
  ['**Always** say why', 'Always say why'],
  ['`**kept**`', '[**kept**]'],
  ['a ` alone', 'a ` alone'],
  ['2 ** 3 ** 4', '2 ** 3 ** 4'],
  ['plain <b>text</b>', 'plain <b>text</b>'],
  ['', ''],
])('%s', (line, expected) => expect(shown(line)).toBe(expected));
