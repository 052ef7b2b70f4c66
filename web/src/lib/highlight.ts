/** A part of a text that is shown as found, or not. */
export interface Part {
  readonly text: string;
  readonly isFound: boolean;
}

/** Cuts a text where what was found begins and ends. Ranges that overlap or lie outside do no harm. */
export function partsOf(text: string, ranges: readonly (readonly [number, number])[]): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const [from, to] of [...ranges].sort((one, other) => one[0] - other[0])) {
    const start = Math.max(from, at);
    const end = Math.min(to, text.length);
    if (end <= start) continue;
    if (start > at) parts.push({ text: text.slice(at, start), isFound: false });
    parts.push({ text: text.slice(start, end), isFound: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isFound: false });
  return parts;
}
