import type { LiveBoard } from '@/live/board';
import type { Edit } from '@/live/board-status';
import { mintId } from '@/live/id';
import { type BoardNode, type Op, type Place, ROOT } from '@/live/wire';

export const COLUMN_MODES = ['plan', 'code', 'review', 'custom'] as const;
export type ColumnMode = (typeof COLUMN_MODES)[number];

export const MAX_COLUMN_NAME = 100;
export const MAX_PROMPT = 20_000;
export const MAX_LIMIT = 100;
/** The server takes no more in one change. */
const MAX_OPS = 2_000;

/** What a column is called, and what it means for the work on its cards. */
export interface ColumnSettings {
  readonly name: string;
  readonly mode: ColumnMode | null;
  readonly prompt: string;
  readonly autoStart: boolean;
  /** Where a card goes once its plan is approved. */
  readonly approveTo: string | null;
  /** Where a card goes once the agent is done with it. */
  readonly doneTo: string | null;
  /** The server's choice if none. */
  readonly agent: string | null;
  /** The agent's choice if empty. */
  readonly model: string;
  /** How many cards are worked on at once. */
  readonly limit: number | null;
}

export type ColumnField = keyof ColumnSettings;

type Board = Pick<LiveBoard, 'node' | 'children' | 'edit'>;

export function columnSettings(node: BoardNode | undefined): ColumnSettings {
  const limit = node?.props.limit;
  return {
    name: text(node, 'name'),
    mode: COLUMN_MODES.find((known) => known === node?.props.mode) ?? null,
    prompt: text(node, 'prompt'),
    autoStart: node?.props.auto_start === true,
    approveTo: text(node, 'approve_to') || null,
    doneTo: text(node, 'done_to') || null,
    agent: text(node, 'agent') || null,
    model: text(node, 'model'),
    limit: typeof limit === 'number' ? limit : null,
  };
}

/** Says what keeps settings from being saved, by field. */
export function columnProblems(settings: ColumnSettings): Partial<Record<ColumnField, string>> {
  const { name, mode, prompt, limit } = settings;
  const problems: Partial<Record<ColumnField, string>> = {};
  if (name.trim() === '') problems.name = 'A column needs a name.';
  if ([...name.trim()].length > MAX_COLUMN_NAME) problems.name = `At most ${MAX_COLUMN_NAME} letters.`;
  if (mode === 'custom' && prompt.trim() === '')
    problems.prompt = 'Write what the agent is to do: here it is told nothing else.';
  if ([...prompt].length > MAX_PROMPT)
    problems.prompt = `At most ${MAX_PROMPT.toLocaleString('en-GB')} letters.`;
  if (limit !== null && (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT))
    problems.limit = `A whole number from 1 to ${MAX_LIMIT}.`;
  return problems;
}

const PROPS: Readonly<Record<Exclude<ColumnField, 'prompt'>, string>> = {
  name: 'name',
  mode: 'mode',
  autoStart: 'auto_start',
  approveTo: 'approve_to',
  doneTo: 'done_to',
  agent: 'agent',
  model: 'model',
  limit: 'limit',
};

/**
 * Changes what differs in a column, as one change of the board. `fromSeq` is when its prompt was read, so that the server
 * merges what others have written since.
 */
export function changeColumn(board: Board, id: string, next: ColumnSettings, fromSeq: number): Edit | null {
  const node = board.node(id);
  if (!node) return null;
  const now = columnSettings(node);
  const clean = { ...next, name: next.name.trim(), model: next.model.trim(), prompt: plainText(next.prompt) };
  const props: Record<string, unknown> = {};
  for (const [field, prop] of Object.entries(PROPS) as [Exclude<ColumnField, 'prompt'>, string][]) {
    // What is empty or off is not there at all.
    if (clean[field] !== now[field]) props[prop] = clean[field] || null;
  }
  const ops: Op[] = Object.keys(props).length > 0 ? [{ op: 'update', id, props }] : [];
  if (clean.prompt !== now.prompt)
    ops.push({ op: 'update', id, props: { prompt: clean.prompt || null }, from_seq: fromSeq });
  return ops.length === 0 ? null : board.edit(`Change column ${inQuotes(now.name)}`, ops);
}

/** Adds a column at the end; returns its id. */
export function addColumn(board: Board, name: string): string {
  const id = mintId();
  const props = { name: name.trim() };
  board.edit(`Add column ${inQuotes(props.name)}`, [
    { op: 'create', id, kind: 'column', parent: ROOT, props },
  ]);
  return id;
}

/** Moves a column to a place among the others, counted without it; returns whether it moved. */
export function moveColumnTo(board: Board, id: string, index: number): boolean {
  const columns = board.children(ROOT);
  const others = columns.filter((other) => other !== id);
  const at = Math.max(0, Math.min(index, others.length));
  if (others.length === columns.length || columns.indexOf(id) === at) return false;
  const before = others[at];
  const place: Place = before === undefined ? {} : { before };
  board.edit(`Move column ${inQuotes(columnSettings(board.node(id)).name)}`, [{ op: 'move', id, ...place }]);
  return true;
}

/** Deletes a column and moves its cards to another first, or deletes them with it; all in one change. */
export function deleteColumn(board: Board, id: string, cardsTo: string | null): Edit {
  const cards = cardsTo === null ? [] : board.children(id);
  const moves = cards.map((card): Op => ({ op: 'move', id: card, parent: cardsTo ?? ROOT }));
  return board.edit(`Delete column ${inQuotes(columnSettings(board.node(id)).name)}`, [
    ...moves,
    { op: 'delete', id },
  ]);
}

/** Whether the cards of a column are few enough to be moved in one change. */
export function canMoveAll(board: Pick<Board, 'children'>, id: string): boolean {
  return board.children(id).length < MAX_OPS;
}

/** Returns a text of several lines as the server takes it. */
function plainText(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones the server refuses.
  return raw.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

function inQuotes(name: string): string {
  const letters = [...name];
  return `“${letters.length > 60 ? `${letters.slice(0, 59).join('').trimEnd()}…` : name}”`;
}

function text(node: BoardNode | undefined, prop: string): string {
  const value = node?.props[prop];
  return typeof value === 'string' ? value : '';
}
