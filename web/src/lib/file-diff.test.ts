import { describe, expect, test } from 'vitest';
import { countChanges, diffLines, diffOfCall } from './file-diff';

describe('what a call would do to a file', () => {
  test('an edit, with what stays the same around it', () => {
    const input = { file_path: '/a.ts', old_string: 'a\nb\nc', new_string: 'a\nB\nBB\nc' };
    expect(diffOfCall('Edit', input)?.hunks[0]?.lines).toEqual([' a', '-b', '+B', '+BB', ' c']);
  });
  test('several edits', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: '' },
    ];
    const diff = diffOfCall('MultiEdit', { file_path: '/a.ts', edits });
    expect(diff?.hunks.map(({ lines }) => lines)).toEqual([['-a', '+b'], ['-c']]);
  });
  test('a new file', () => {
    expect(diffOfCall('Write', { file_path: '/a.ts', content: 'x\ny\n' })).toMatchObject({
      created: true,
      hunks: [{ lines: ['+x', '+y'] }],
    });
  });
  test.each([
    ['Read', { file_path: '/a.ts' }],
    ['Bash', { command: 'rm -r /' }],
    ['Edit', { file_path: 3, old_string: 'a', new_string: 'b' }],
    ['MultiEdit', { file_path: '/a.ts', edits: [null, 4] }],
  ])('nothing for %s %j', (name, input) => expect(diffOfCall(name, input)).toBeNull());
});

test('lines have the numbers of the file before and after', () => {
  const diff = {
    path: '/a',
    created: false,
    hunks: [
      { old_start: 4, new_start: 4, lines: [' a', '-b', '+c', '+d'] },
      { old_start: 20, new_start: 21, lines: [' e'] },
    ],
  };
  expect(diffLines(diff).map((line) => line && [line.sign, line.before, line.after])).toEqual([
    [' ', 4, 4],
    ['-', 5, null],
    ['+', null, 5],
    ['+', null, 6],
    null,
    [' ', 20, 21],
  ]);
  expect(countChanges(diff)).toEqual({ added: 2, removed: 1 });
});

test('an edit that is not done yet has no numbers', () => {
  const diff = diffOfCall('Edit', { file_path: '/a', old_string: 'a', new_string: 'b' });
  expect(diff && diffLines(diff).map((line) => [line?.before, line?.after])).toEqual([
    [null, null],
    [null, null],
  ]);
});
