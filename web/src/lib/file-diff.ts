import type { FileDiff } from '@/live/session-wire';

/** Returns what a call of a tool would do to a file, as far as its input says; null if it is about no file. */
export function diffOfCall(name: string, input: Readonly<Record<string, unknown>>): FileDiff | null {
  const path = text(input.file_path) ?? text(input.path) ?? text(input.notebook_path);
  if (path === null) return null;
  const written = text(input.content);
  if (name === 'Write' && written !== null) {
    return { path, created: true, hunks: [hunk('', written)] };
  }
  const edits = Array.isArray(input.edits) ? (input.edits as unknown[]) : [input];
  const hunks = edits.flatMap((edit) => {
    const { old_string: before, new_string: after } = (edit ?? {}) as Record<string, unknown>;
    return typeof before === 'string' && typeof after === 'string' ? [hunk(before, after)] : [];
  });
  return hunks.length > 0 ? { path, created: false, hunks } : null;
}

function hunk(before: string, after: string): FileDiff['hunks'][number] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let foot = 0;
  while (foot < old.length - head && foot < now.length - head && old.at(-1 - foot) === now.at(-1 - foot))
    foot += 1;
  return {
    // Where in the file it stands is not known before it is done.
    old_start: 0,
    new_start: 0,
    lines: [
      ...old.slice(0, head).map((line) => ` ${line}`),
      ...old.slice(head, old.length - foot).map((line) => `-${line}`),
      ...now.slice(head, now.length - foot).map((line) => `+${line}`),
      ...old.slice(old.length - foot).map((line) => ` ${line}`),
    ],
  };
}

function linesOf(part: string): string[] {
  if (part === '') return [];
  return part.replace(/\n$/, '').split('\n');
}

/** A line of a diff as it is shown. */
export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Returns the lines of a diff with their numbers; null between hunks, where lines are left out. */
export function diffLines({ hunks }: FileDiff): (DiffLine | null)[] {
  return hunks.flatMap(({ old_start, new_start, lines }, index) => {
    // Without a place in the file there are no numbers.
    const isPlaced = old_start > 0 || new_start > 0;
    const counts = { before: isPlaced ? old_start : null, after: isPlaced ? new_start : null };
    const shown = lines.map((line): DiffLine => {
      const sign = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' ';
      const own = {
        sign,
        text: line.slice(1),
        before: sign === '+' ? null : counts.before,
        after: sign === '-' ? null : counts.after,
      } as const;
      if (sign !== '+' && counts.before !== null) counts.before += 1;
      if (sign !== '-' && counts.after !== null) counts.after += 1;
      return own;
    });
    return index === 0 ? shown : [null, ...shown];
  });
}

export function countChanges({ hunks }: FileDiff): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
