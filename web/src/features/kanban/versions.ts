import { diffIndices } from 'node-diff3';

export interface Part {
  readonly text: string;
  readonly isNew: boolean;
}

/** Cuts a text into what it has in common with `base` and what is new in it, word by word. */
export function newParts(base: string, text: string): readonly Part[] {
  const words = split(text);
  const parts: Part[] = [];
  let done = 0;
  const push = (end: number, isNew: boolean) => {
    if (end > done) parts.push({ text: words.slice(done, end).join(''), isNew });
    done = Math.max(done, end);
  };
  for (const { buffer2 } of diffIndices(split(base), words)) {
    push(buffer2[0], false);
    push(buffer2[0] + buffer2[1], true);
  }
  push(words.length, false);
  return parts;
}

function split(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|[^\S\n]+|[\s\S]/gu) ?? [];
}
