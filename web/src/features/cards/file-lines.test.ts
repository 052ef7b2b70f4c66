import { expect, test } from 'vitest';
import { fileLines, indexOfLine, isOpenAtFirst, spotOf, spotText } from './file-lines';

const HUNKS = [
  { old_start: 1, new_start: 1, lines: [{ kind: 'context', old: 1, new: 1, text: 'a' }] },
  {
    old_start: 9,
    new_start: 9,
    lines: [
      { kind: 'delete', old: 9, text: 'b' },
      { kind: 'add', new: 9, text: 'c' },
    ],
  },
] as const;

test('hunks become lines with a gap between', () => {
  expect(fileLines({ hunks: HUNKS })).toEqual([
    { sign: ' ', text: 'a', before: 1, after: 1 },
    null,
    { sign: '-', text: 'b', before: 9, after: null },
    { sign: '+', text: 'c', before: null, after: 9 },
  ]);
});

test.each([
  [null, null],
  ['', null],
  ['src/a.ts:12', { path: 'src/a.ts', line: 12 }],
  ['src/a.ts', { path: 'src/a.ts', line: null }],
  ['odd:name:3', { path: 'odd:name', line: 3 }],
  [':3', { path: ':3', line: null }],
])('%s points at %j', (text, spot) => expect(spotOf(text)).toEqual(spot));

test('a spot is written as it is read', () => {
  expect([spotText('a', 3), spotText('a', null)]).toEqual(['a:3', 'a']);
});

test('a line that is left out is found by the nearest after it', () => {
  const lines = fileLines({ hunks: HUNKS });
  expect([1, 5, 9, 10, null].map((line) => indexOfLine(lines, line))).toEqual([0, 3, 3, null, null]);
});

test('large, late and binary files wait until they are wanted', () => {
  const small = { additions: 3, deletions: 1, status: 'modified' };
  expect(isOpenAtFirst(small, 0)).toBe(true);
  expect(isOpenAtFirst(small, 6)).toBe(false);
  expect(isOpenAtFirst({ ...small, additions: 500 }, 0)).toBe(false);
  expect(isOpenAtFirst({ ...small, status: 'binary' }, 0)).toBe(false);
});
