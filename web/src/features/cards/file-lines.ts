import type { CardFileDiff } from '@/lib/cards-api';
import type { DiffLine } from '@/lib/file-diff';

const SIGN = { context: ' ', add: '+', delete: '-' } as const;

/** Returns the lines of a file's diff; null between hunks, where lines are left out. */
export function fileLines({ hunks }: Pick<CardFileDiff, 'hunks'>): (DiffLine | null)[] {
  return hunks.flatMap(({ lines }, index) => {
    const shown = lines.map(
      ({ kind, old, new: now, text }): DiffLine => ({
        sign: SIGN[kind],
        text,
        before: old ?? null,
        after: now ?? null,
      }),
    );
    return index === 0 ? shown : [null, ...shown];
  });
}

/** A line of a file that is pointed at. */
export interface Spot {
  readonly path: string;
  readonly line: number | null;
}

/** Reads `path:line`; a path may have colons of its own. */
export function spotOf(text: string | null | undefined): Spot | null {
  if (!text) return null;
  const [, path = '', line = ''] = /^(.*):(\d+)$/su.exec(text) ?? [];
  return path === '' ? { path: text, line: null } : { path, line: Number(line) };
}

export function spotText(path: string, line: number | null | undefined): string {
  return line ? `${path}:${line}` : path;
}

/** Returns where in the diff a line of the file is, or else the nearest after it; null if there is none. */
export function indexOfLine(lines: readonly (DiffLine | null)[], line: number | null): number | null {
  if (line === null) return null;
  const index = lines.findIndex((each) => each !== null && each.after !== null && each.after >= line);
  return index < 0 ? null : index;
}

/** Lines of a file that is shown without being asked for. */
const SMALL = 400;
const SHOWN_AT_FIRST = 6;

/** Whether a file is open before anybody chose. */
export function isOpenAtFirst(
  file: { readonly additions: number; readonly deletions: number; readonly status: string },
  index: number,
): boolean {
  const isText = file.status !== 'binary' && file.status !== 'submodule';
  return isText && index < SHOWN_AT_FIRST && file.additions + file.deletions <= SMALL;
}
