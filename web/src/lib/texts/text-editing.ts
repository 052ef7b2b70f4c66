import { diff3Merge, diffIndices } from 'node-diff3';
import { mergeTexts } from '@/live/text';

/**
 * A text being written by us while others may write it too. Nothing typed is ever thrown away: it is in the draft,
 * in the text the server has, or in both versions of a conflict that waits for a choice.
 */
export interface TextState {
  /** The text the draft started from, as the server had it at `baseSeq`. */
  readonly base: string;
  readonly baseSeq: number;
  readonly draft: string;
  /** The draft as it was sent, while the server has not answered. */
  readonly sending: string | null;
  /** What the others have made of `base` where it cannot be merged with the draft. */
  readonly conflict: { readonly theirs: string; readonly seq: number } | null;
  /** Why the server did not take the last edit, when that was no conflict. */
  readonly problem: string | null;
}

export type TextEvent =
  | { readonly type: 'typed'; readonly draft: string }
  /** The board shows this text, up to this change, and no edit of ours of it is on its way. */
  | { readonly type: 'viewed'; readonly text: string; readonly seq: number }
  | { readonly type: 'sent' }
  | { readonly type: 'saved'; readonly text: string; readonly seq: number }
  | { readonly type: 'refused'; readonly reason: string; readonly text: string; readonly seq: number }
  | { readonly type: 'collided'; readonly base: string; readonly text: string; readonly seq: number }
  /** Our edit was undone before it was sent. */
  | { readonly type: 'takenBack'; readonly text: string; readonly seq: number }
  | { readonly type: 'resolved'; readonly text: string };

export const MAX_DESCRIPTION = 20_000;

export function startText(text: string, seq: number): TextState {
  return { base: text, baseSeq: seq, draft: text, sending: null, conflict: null, problem: null };
}

/** What is kept of a text across a reload. */
export type KeptText = Pick<TextState, 'base' | 'baseSeq' | 'draft' | 'sending'>;

/** Takes a text up again after a reload; what was on its way may have arrived, or not. */
export function resumeText(kept: KeptText, text: string, seq: number): TextState {
  const { base, baseSeq, draft, sending } = kept;
  const state: TextState = { base, baseSeq, draft, sending: null, conflict: null, problem: null };
  const merged = nextText(state, { type: 'viewed', text, seq });
  if (!merged.conflict || sending === null) return merged;
  // When all that was sent is in the text, what was typed after it goes on from there.
  const hasArrived = mergeTexts(base, text, sending) === text;
  return hasArrived ? nextText({ ...state, base: sending }, { type: 'viewed', text, seq }) : merged;
}

/** Whether there is nothing left to send or to decide. */
export function isSettled(state: TextState): boolean {
  return state.sending === null && state.conflict === null && state.draft === state.base;
}

/** Returns the edit to send now, if there is one. */
export function edition(state: TextState): { readonly text: string; readonly fromSeq: number } | null {
  if (state.sending !== null || state.conflict || state.problem !== null || state.draft === state.base)
    return null;
  if (isTooLong(state.draft)) return null;
  return { text: state.draft, fromSeq: state.baseSeq };
}

export function isTooLong(text: string): boolean {
  return text.length > MAX_DESCRIPTION && [...text].length > MAX_DESCRIPTION;
}

export function nextText(state: TextState, event: TextEvent): TextState {
  switch (event.type) {
    case 'typed':
      return { ...state, draft: event.draft, problem: null };
    case 'sent':
      return { ...state, sending: state.draft };
    case 'viewed':
      // What the board shows now has our own edit in it; the answer will bring the text to go on from.
      if (state.sending !== null) return state;
      return rebase(state, state.base, event.text, event.seq);
    case 'saved':
      return rebase({ ...state, sending: null }, state.sending ?? state.base, event.text, event.seq);
    case 'refused': {
      const open = { ...state, sending: null };
      return { ...rebase(open, state.base, event.text, event.seq), problem: event.reason };
    }
    case 'collided':
      return rebase({ ...state, sending: null }, event.base, event.text, event.seq);
    case 'takenBack': {
      const isUntouched = state.draft === state.sending;
      const open = { ...state, sending: null };
      if (isUntouched)
        return { ...open, base: event.text, baseSeq: event.seq, draft: event.text, conflict: null };
      return rebase(open, state.base, event.text, event.seq);
    }
    case 'resolved':
      if (!state.conflict) return state;
      return {
        ...state,
        base: state.conflict.theirs,
        baseSeq: state.conflict.seq,
        draft: event.text,
        conflict: null,
        problem: null,
      };
  }
}

/** Carries the draft, which started from `from`, over to what the text is now. */
function rebase(state: TextState, from: string, theirs: string, seq: number): TextState {
  const merged = mergeTexts(from, theirs, state.draft);
  if (merged === null) return { ...state, base: from, conflict: { theirs, seq } };
  return { ...state, base: theirs, baseSeq: seq, draft: merged, conflict: null };
}

/** Returns both versions in one: merged where that goes, and one after the other where it does not. */
export function bothVersions(base: string, theirs: string, mine: string): string {
  const regions = diff3Merge(lines(theirs), lines(base), lines(mine), { excludeFalseConflicts: true });
  const parts = regions.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])]);
  return parts.join('\n');
}

/** Returns where a caret at `offset` of `before` belongs in `after`. */
export function mapCaret(before: string, after: string, offset: number): number {
  if (before === after) return offset;
  const old = lines(before);
  const now = lines(after);
  let oldStart = 0;
  let nowStart = 0;
  let oldLine = 0;
  for (const { buffer1, buffer2 } of diffIndices(old, now)) {
    const kept = lengthOf(old, oldLine, buffer1[0]);
    if (offset < oldStart + kept) return nowStart + (offset - oldStart);
    oldStart += kept;
    nowStart += kept;
    const oldPart = old.slice(buffer1[0], buffer1[0] + buffer1[1]).join('\n');
    const nowPart = now.slice(buffer2[0], buffer2[0] + buffer2[1]).join('\n');
    const changed = lengthOf(old, buffer1[0], buffer1[0] + buffer1[1]);
    const made = lengthOf(now, buffer2[0], buffer2[0] + buffer2[1]);
    if (buffer1[1] > 0 && offset < oldStart + changed) {
      return Math.min(after.length, nowStart + mapWithin(oldPart, nowPart, offset - oldStart));
    }
    oldStart += changed;
    nowStart += made;
    oldLine = buffer1[0] + buffer1[1];
  }
  return Math.max(0, Math.min(after.length, nowStart + (offset - oldStart)));
}

/** Maps an offset inside one changed stretch by what its ends have in common. */
function mapWithin(before: string, after: string, offset: number): number {
  let prefix = 0;
  while (prefix < Math.min(before.length, after.length) && before[prefix] === after[prefix]) prefix += 1;
  if (offset <= prefix) return offset;
  let suffix = 0;
  const most = Math.min(before.length, after.length) - prefix;
  while (suffix < most && before[before.length - 1 - suffix] === after[after.length - 1 - suffix])
    suffix += 1;
  if (offset >= before.length - suffix) return after.length - (before.length - offset);
  return Math.min(offset, after.length - suffix);
}

function lines(text: string): string[] {
  return text.split('\n');
}

/** Returns the length of some lines with their line breaks. */
function lengthOf(all: readonly string[], start: number, end: number): number {
  return all.slice(start, end).reduce((sum, line) => sum + line.length + 1, 0);
}

/** Returns a text as the board accepts it: line breaks of one kind, and no other control characters than tabs. */
export function cleanText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones the server refuses.
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
