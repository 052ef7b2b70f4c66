export interface InlinePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Code between marks of the same length: `a`, or ``a`b``. */
const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

/** Cuts a line of markdown into code and text, without the marks of either. */
export function inlineParts(line: string): readonly InlinePart[] {
  const parts: InlinePart[] = [];
  let at = 0;
  for (const { index, 0: whole, 2: code = '' } of line.matchAll(CODE)) {
    if (index > at) parts.push({ text: withoutStress(line.slice(at, index)), isCode: false });
    parts.push({ text: code.trim() || code, isCode: true });
    at = index + whole.length;
  }
  if (at < line.length) parts.push({ text: withoutStress(line.slice(at)), isCode: false });
  return parts;
}

function withoutStress(text: string): string {
  return text.replaceAll(/\*\*(\S(?:.*?\S)?)\*\*/g, '$1');
}
