import { MAX_TITLE, oneLine } from './model';

/** At most so many cards are made of one paste. */
export const MAX_PASTED = 200;

/** Returns the titles that pasted lines stand for, without bullets, numbers and check boxes before them. */
export function pastedTitles(text: string): readonly string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) =>
      oneLine(line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, '').replace(/^\[[ xX]\]\s+/, ''), MAX_TITLE),
    )
    .filter(Boolean)
    .slice(0, MAX_PASTED);
}
