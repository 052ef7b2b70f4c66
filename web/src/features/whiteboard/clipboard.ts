import type { Copied } from './copies';
import { CONNECTOR, isBoxKind, MAX_WORDS } from './model';

/** How copies lie in the clipboard, for other whiteboards. */
export const COPIES_TYPE = 'application/x-tandem-whiteboard';

/** More paragraphs than anybody wants as notes. */
const MAX_NOTES = 100;

export function writeCopies(copies: readonly Copied[]): string {
  return JSON.stringify({ version: 1, copies });
}

/** Reads copies that any page may have put into the clipboard; `null` for anything else. */
export function readCopies(text: string): Copied[] | null {
  try {
    const { version, copies } = JSON.parse(text) as { version?: unknown; copies?: unknown };
    return version === 1 && Array.isArray(copies) && copies.every(isCopied) ? copies : null;
  } catch {
    return null;
  }
}

/** Returns what the copies say, for everything that is no whiteboard. */
export function wordsOf(copies: readonly Copied[]): string {
  return copies
    .map(({ props }) => String(props.name ?? props.text ?? props.label ?? ''))
    .filter((words) => words.trim() !== '')
    .join('\n\n');
}

/** Returns the paragraphs of a text, each of which becomes a note. */
export function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n\s*/u)
    .map((paragraph) => [...paragraph.trim()].slice(0, MAX_WORDS).join(''))
    .filter((paragraph) => paragraph !== '')
    .slice(0, MAX_NOTES);
}

/** Returns the flowchart in a text that is written in Mermaid, alone or in a code fence. */
export function mermaidIn(text: string): string | null {
  const fenced = text.match(/^\s*```mermaid\s*\n([\s\S]*?)\n?\s*```\s*$/u)?.[1];
  const source = (fenced ?? text).trim();
  return /^(?:---[\s\S]*?---\s*)?(?:%%.*\n\s*)*(?:flowchart|graph)\s+(?:TB|TD|BT|RL|LR)\b/u.test(source)
    ? source
    : null;
}

function isCopied(value: unknown): value is Copied {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, parent, props } = value as Record<string, unknown>;
  const isKnown = typeof kind === 'string' && (kind === CONNECTOR || isBoxKind(kind));
  const hasParent = parent === null || typeof parent === 'string';
  return typeof id === 'string' && isKnown && hasParent && typeof props === 'object' && props !== null;
}
