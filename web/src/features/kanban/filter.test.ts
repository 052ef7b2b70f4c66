import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '@/lib/fold';
import type { BoardNode } from '@/live/wire';
import { matches, rangesOf, wordsOf } from './filter';

function card(title: string, description?: string): BoardNode {
  const touched = { seq: 1, by: { type: 'system' as const } };
  return { id: title, kind: 'card', parent: 'c', order: 'a0', props: { title, description }, touched };
}

describe('matches', () => {
  const check = (query: string, node: BoardNode) => matches(node, wordsOf(query));
  it('finds words in the title and the description, in any order', () => {
    expect(check('login fix', card('Fix the login'))).toBe(true);
    expect(check('login token', card('Fix the login', 'The token expires.'))).toBe(true);
    expect(check('login cookie', card('Fix the login', 'The token expires.'))).toBe(false);
  });
  it('does not mind case and marks', () => {
    expect(check('CAFE', card('Un café crème'))).toBe(true);
    expect(check('crème', card('cafe creme'))).toBe(true);
    expect(check('uber', card('Über'))).toBe(true);
  });
  it('finds everything with nothing', () => expect(check('  ', card('x'))).toBe(true));
});

describe('rangesOf', () => {
  const check = (text: string, query: string, expected: string) => {
    let marked = text;
    for (const { start, end } of rangesOf(text, wordsOf(query)).toReversed()) {
      marked = `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`;
    }
    expect(marked).toBe(expected);
  };
  it('marks each word wherever it stands', () => check('fix the fix', 'fix', '[fix] the [fix]'));
  it('marks letters with their marks', () => check('Un Café.', 'cafe', 'Un [Café].'));
  it('marks letters whose mark is a character of its own', () =>
    check('Cafe\u0301!', 'café', '[Cafe\u0301]!'));
  it('joins what overlaps', () => check('abcd', 'abc bcd', '[abcd]'));
  it('counts in the text, not in its folded form', () => check('😀 ok', 'ok', '😀 [ok]'));
  it('marks what it finds and nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ minLength: 1, maxLength: 3 }),
        (text, query) => {
          const words = wordsOf(query);
          for (const { start, end } of rangesOf(text, words)) {
            expect(words.some((word) => fold(text.slice(start, end)).includes(word))).toBe(true);
          }
        },
      ),
    );
  });
});
