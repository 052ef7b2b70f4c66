import { fold } from './fold';

const LENGTH = 120;
/** How much of a description and of a line is looked at: a preview shows little, and patterns cost more than the text is long. */
const MAX_LOOKED_AT = 4_000;
const MAX_LINE = 400;

/** Returns one plain line of a description: the first that says something, or the one the filter has found. */
export function previewOf(description: string, words: readonly string[]): string {
  if (description === '') return '';
  const lines = description
    .slice(0, MAX_LOOKED_AT)
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE));
  const found =
    words.length === 0 ? undefined : lines.find((line) => words.some((word) => fold(line).includes(word)));
  const saying = lines.filter((each) => plain(each) !== '');
  // A heading says less than what follows it.
  const line = found ?? saying.find((each) => !/^\s*#/.test(each)) ?? saying[0] ?? '';
  return around(plain(line), words);
}

/** Takes away the signs of markdown that say nothing in a preview. */
function plain(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+|```.*|---+$)/, '')
    .replace(/(?<!`)(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)/g, '“$2”')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<![\p{L}\p{N}])[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}(?![\p{L}\p{N}])/gu, '')
    .trim();
}

/** Cuts a line so that the first word found in it is seen. */
function around(line: string, words: readonly string[]): string {
  const folded = fold(line);
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  if (at < 30) return line.slice(0, LENGTH);
  return `…${line.slice(at - 16, at - 16 + LENGTH)}`;
}
