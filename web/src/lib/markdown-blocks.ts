/** A growing markdown text, cut where what stands before cannot change any more. */
export interface Blocks {
  /** Finished parts, in order. */
  readonly done: readonly string[];
  /** What is still being written. */
  readonly tail: string;
  /** How much of the text the finished parts are. */
  readonly length: number;
}

export const NO_BLOCKS: Blocks = { done: [], tail: '', length: 0 };

/** A line that may go on a list, a quote or a table of the block before it, although a blank line stands between. */
const GOES_ON = /^(?:\s|[-*+]\s|\d{1,9}[.)]\s|>)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Looks at what has come since; the cost is that of the last part, not of the whole text. */
export function growBlocks(before: Blocks, text: string): Blocks {
  const known = text.length >= before.length + before.tail.length ? before : NO_BLOCKS;
  const rest = text.slice(known.length);
  const done: string[] = [];
  let start = 0;
  let fence: string | null = null;
  let isAfterBlank = false;
  for (let at = 0; at < rest.length; ) {
    const end = rest.indexOf('\n', at);
    // A line that is not ended may become anything.
    if (end < 0) break;
    const line = rest.slice(at, end);
    if (fence !== null) {
      const mark = FENCE.exec(line)?.[1];
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      isAfterBlank = false;
    } else if (line.trim() === '') isAfterBlank = true;
    else {
      if (isAfterBlank && at > start && !GOES_ON.test(line)) {
        done.push(rest.slice(start, at));
        start = at;
      }
      isAfterBlank = false;
      fence = FENCE.exec(line)?.[1] ?? null;
    }
    at = end + 1;
  }
  return {
    done: done.length === 0 ? known.done : [...known.done, ...done],
    tail: rest.slice(start),
    length: known.length + start,
  };
}

/** Whether a part of the text is defined in another part, so that only the whole of it reads right. */
export function hasDefinitions(text: string): boolean {
  return /^ {0,3}\[[^\]\n]+\]:\s/m.test(text);
}
