import type { LiveBoard } from '@/live/board';
import { type BoardNode, ROOT } from '@/live/wire';

export const CARD = 'card';
export const COLUMN = 'column';
export const MAX_TITLE = 200;
export const MAX_COLUMN_NAME = 100;

export const MODES = ['plan', 'code', 'review'] as const;
export type Mode = (typeof MODES)[number];
export const MODE_NAMES: Readonly<Record<Mode, string>> = { plan: 'Plan', code: 'Code', review: 'Review' };

/** What a board is, for those who only need its shape. */
export type Shape = Pick<LiveBoard, 'node' | 'children'>;

export function titleOf(node: BoardNode | undefined): string {
  return text(node, 'title') || 'Untitled';
}

export function descriptionOf(node: BoardNode | undefined): string {
  return text(node, 'description');
}

export function nameOf(node: BoardNode | undefined): string {
  return text(node, 'name') || 'Unnamed';
}

export interface ColumnSettings {
  readonly mode: Mode | null;
  readonly prompt: string;
  readonly autoStart: boolean;
  readonly approveTo: string | null;
}

export function settingsOf(node: BoardNode | undefined): ColumnSettings {
  const mode = MODES.find((known) => known === node?.props.mode);
  return {
    mode: mode ?? null,
    prompt: text(node, 'prompt'),
    autoStart: node?.props.auto_start === true,
    approveTo: text(node, 'approve_to') || null,
  };
}

export function columnsOf(board: Shape): readonly string[] {
  return board.children(ROOT);
}

/** Returns the column a card is in, when it is there at all. */
export function columnOf(board: Shape, card: string): string | null {
  const node = board.node(card);
  return node?.kind === CARD ? node.parent : null;
}

/** Returns a text as one line of at most `limit` characters, as the board accepts it. */
export function oneLine(raw: string, limit: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones the server refuses.
  const line = raw.replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, ' ').trim();
  return line.length > limit ? [...line].slice(0, limit).join('').trim() : line;
}

/** Returns a name in quotes, short enough for a sentence. */
export function quoted(name: string): string {
  const letters = [...name];
  return `“${letters.length > 60 ? `${letters.slice(0, 59).join('').trimEnd()}…` : name}”`;
}

function text(node: BoardNode | undefined, prop: string): string {
  const value = node?.props[prop];
  return typeof value === 'string' ? value : '';
}
