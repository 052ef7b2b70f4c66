import { diffIndices } from 'node-diff3';

/**
 * Merges two edits of `base` word by word, by the server's rules: edits of different places are both kept, the same
 * edit made twice is kept once, and edits that overlap or touch are a conflict, for which it returns `null`.
 */
export function mergeTexts(base: string, theirs: string, yours: string): string | null {
  if (theirs === yours || base === yours) return theirs;
  if (base === theirs) return yours;
  const words = split(base);
  const left = edits(words, theirs);
  const right = edits(words, yours);
  const merged: string[] = [];
  let done = 0;
  const take = (edit: TextEdit) => {
    merged.push(...words.slice(done, edit.start), edit.text);
    done = edit.end;
  };
  let l = 0;
  let r = 0;
  for (;;) {
    const a = left[l];
    const b = right[r];
    if (a && b) {
      if (same(a, b)) {
        take(a);
        l += 1;
        r += 1;
      } else if (a.start <= b.end && b.start <= a.end) {
        return null;
      } else if (a.start < b.start) {
        take(a);
        l += 1;
      } else {
        take(b);
        r += 1;
      }
    } else if (a) {
      take(a);
      l += 1;
    } else if (b) {
      take(b);
      r += 1;
    } else {
      break;
    }
  }
  merged.push(...words.slice(done));
  return merged.join('');
}

/** A replacement of the words `start..end` of the base. */
interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function edits(base: string[], edited: string): TextEdit[] {
  return diffIndices(base, split(edited)).map(({ buffer1, buffer2Content }) => ({
    start: buffer1[0],
    end: buffer1[0] + buffer1[1],
    text: buffer2Content.join(''),
  }));
}

function same(a: TextEdit, b: TextEdit): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

/** Cuts a text into words, runs of spaces and single marks. */
function split(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|[^\S\n]+|[\s\S]/gu) ?? [];
}
