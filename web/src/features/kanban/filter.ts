import { fold } from '@/lib/fold';
import type { BoardNode } from '@/live/wire';
import { descriptionOf, titleOf } from './model';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the words of a query; a card matches when it holds them all. */
export function wordsOf(query: string): readonly string[] {
  return fold(query).split(/\s+/u).filter(Boolean);
}

// A node is replaced when it changes, so what was folded once stays right.
const folded = new WeakMap<BoardNode, string>();

export function matches(node: BoardNode, words: readonly string[]): boolean {
  let text = folded.get(node);
  if (text === undefined) {
    text = fold(`${titleOf(node)}\n${descriptionOf(node)}`);
    folded.set(node, text);
  }
  const whole = text;
  return words.every((word) => whole.includes(word));
}

/** Returns where the words stand in a text, in order and without overlaps. */
export function rangesOf(text: string, words: readonly string[]): readonly Range[] {
  if (words.length === 0) return [];
  const { letters, starts } = foldedLetters(text);
  const found: Range[] = [];
  for (const word of words) {
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + word.length)) {
      found.push({ start: starts[at] ?? 0, end: starts[at + word.length] ?? text.length });
    }
  }
  found.sort((a, b) => a.start - b.start);
  const ranges: { start: number; end: number }[] = [];
  for (const range of found) {
    const last = ranges.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else ranges.push({ ...range });
  }
  return ranges;
}

/** Folds a text letter by letter, and says where in the text each folded letter began. */
function foldedLetters(text: string): { letters: string; starts: number[] } {
  let letters = '';
  const starts: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = fold(letter);
    for (let index = 0; index < plain.length; index += 1) starts.push(at);
    letters += plain;
    at += letter.length;
  }
  starts.push(text.length);
  return { letters, starts };
}
