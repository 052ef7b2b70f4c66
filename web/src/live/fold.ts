import { add, drop, type Piece, put, type Touched, unlist } from './piece';
import { type BlockRow, keyOf, MAIN, type RequestRow, type RetryRow, type ToolRow } from './rows';
import type { Asked, BlockKind, EventType, SessionEvent, Settled } from './session-wire';

type EventOf<Type extends EventType> = Extract<SessionEvent, { type: Type }>;

/** After these the agent has got on with it, and a retry is over. */
const ACTIVE: ReadonlySet<EventType> = new Set([
  'assistant_message',
  'tool_start',
  'tool_result',
  'question',
  'plan',
  'permission',
  'done',
  'error',
]);

/** After these too, but they are not kept: whoever reads the log later finds one attempt right after the other. */
const DROPS: ReadonlySet<EventType> = new Set(['text_delta', 'thinking_delta']);

/** Adds one event, newer than all before, at the end of a piece. The cost does not depend on how long that is. */
export function fold(piece: Piece, event: SessionEvent, touched: Touched): void {
  if (ACTIVE.has(event.type)) endRetry(piece, touched);
  else if (DROPS.has(event.type)) pauseRetry(piece, touched);
  if (startsTurn(event)) piece.runningSince ??= event.at;
  switch (event.type) {
    case 'user_message':
      takeMessage(piece, event, touched);
      break;
    case 'delivered':
      deliver(piece, event, touched);
      break;
    case 'text_delta':
      extend(piece, 'text', event, touched);
      break;
    case 'thinking_delta':
      extend(piece, 'thinking', event, touched);
      break;
    case 'assistant_message':
      close(piece, event, touched);
      break;
    case 'tool_start':
      startTool(piece, event, touched);
      break;
    case 'tool_result':
      put(piece, { ...toolOf(piece, event.data.id, event, touched), result: event.data }, touched);
      break;
    case 'task':
      put(piece, { ...toolOf(piece, event.data.tool, event, touched), task: event.data }, touched);
      break;
    case 'question':
      replaceTool(piece, event.data.tool, touched);
      ask(piece, { kind: 'question', data: event.data }, event, touched);
      break;
    case 'plan':
      replaceTool(piece, event.data.tool, touched);
      ask(piece, { kind: 'plan', data: event.data }, event, touched);
      break;
    case 'permission':
      ask(piece, { kind: 'permission', data: event.data }, event, touched);
      break;
    case 'settled':
      settle(piece, event.data, touched);
      break;
    case 'retry':
      retry(piece, event, touched);
      break;
    case 'notice':
      add(piece, { ...plain(event), type: 'notice', text: event.data.text }, touched);
      break;
    case 'error':
      add(piece, { ...plain(event), type: 'error', failure: event.data }, touched);
      break;
    case 'done':
      endTurn(piece, event, touched);
      break;
    case 'usage':
    case 'status':
      break;
    default:
      // A newer server says things that this page does not know.
      event satisfies never;
  }
}

/** Fields of a row that stands in the conversation and is about nothing but its event. */
function plain({ n, at }: SessionEvent): { key: string; list: string; at: string } {
  return { key: keyOf.event(n), list: MAIN, at };
}

function startsTurn(event: SessionEvent): boolean {
  return event.type === 'delivered' || (event.type === 'status' && event.data.status === 'running');
}

/** A message stands in the conversation from where it is delivered, not from where it was sent. */
function takeMessage(piece: Piece, { data, at }: EventOf<'user_message'>, touched: Touched): void {
  const { id, content, by, by_name: byName } = data;
  put(piece, { key: keyOf.message(id), list: MAIN, at, type: 'user', content, by, byName }, touched);
}

function deliver(piece: Piece, { data, at }: EventOf<'delivered'>, touched: Touched): void {
  for (const id of data.ids) {
    const key = keyOf.message(id);
    const sent = piece.rows.get(key);
    add(piece, sent ?? { key, list: MAIN, at, type: 'user', content: null, by: null, byName: null }, touched);
  }
}

function extend(
  piece: Piece,
  kind: BlockKind,
  event: EventOf<'text_delta' | 'thinking_delta'>,
  touched: Touched,
): void {
  const open = openBlock(piece);
  if (open?.type === kind) {
    put(piece, { ...open, text: open.text + event.data.text }, touched);
    return;
  }
  leaveBlock(piece, touched);
  const row = newBlock(kind, event.data.text, event);
  beginBlock(piece, { ...row, startedAt: event.at }, touched);
  piece.openBlock = row.key;
}

/** A block stands where it was closed, so that it is the same for those who come later and see no deltas. */
function close(piece: Piece, event: EventOf<'assistant_message'>, touched: Touched): void {
  const { kind, text, parent, cut } = event.data;
  const state = cut ? 'cut' : 'closed';
  if (parent) {
    toolOf(piece, parent, event, touched);
    add(piece, { ...newBlock(kind, text ?? '', event), list: parent, state, isGiven: true }, touched);
    return;
  }
  const open = openBlock(piece);
  const own = open?.type === kind ? open : null;
  if (!own) leaveBlock(piece, touched);
  const isGiven = typeof text === 'string';
  const block = own ?? newBlock(kind, '', event);
  const row: BlockRow = {
    ...block,
    text: isGiven ? text : block.text,
    state,
    startedAt: event.data.began_at ?? block.startedAt,
    closedBy: event.n,
    isGiven,
    endedAt: event.at,
  };
  if (!own) beginBlock(piece, row, touched);
  else if (piece.lists.get(MAIN)?.at(-1) === own.key) put(piece, row, touched);
  else {
    drop(piece, own, touched);
    add(piece, row, touched);
  }
  piece.openBlock = null;
}

function newBlock(kind: BlockKind, text: string, event: SessionEvent): BlockRow {
  return {
    ...plain(event),
    type: kind,
    text,
    state: 'open',
    startedAt: null,
    endedAt: null,
    closedBy: null,
    isGiven: false,
  };
}

function beginBlock(piece: Piece, row: BlockRow, touched: Touched): void {
  if (!piece.isBounded) piece.firstBlock = row.key;
  piece.isBounded = true;
  add(piece, row, touched);
}

function openBlock(piece: Piece): BlockRow | null {
  const row = piece.openBlock === null ? undefined : piece.rows.get(piece.openBlock);
  return row?.type === 'text' || row?.type === 'thinking' ? row : null;
}

/** Something else begins, or the turn ends, and nobody closed the block. */
function leaveBlock(piece: Piece, touched: Touched): void {
  const open = openBlock(piece);
  if (open) put(piece, { ...open, state: 'closed' }, touched);
  piece.openBlock = null;
}

function startTool(piece: Piece, event: EventOf<'tool_start'>, touched: Touched): void {
  const { id, name, input, parent } = event.data;
  if (parent) toolOf(piece, parent, event, touched);
  const known = piece.rows.get(keyOf.tool(id));
  if (known?.type === 'tool') {
    put(piece, { ...known, call: { name, input } }, touched);
    return;
  }
  const row: ToolRow = {
    ...newTool(id, event),
    list: parent ?? MAIN,
    call: { name, input },
  };
  if (piece.replaced.has(row.key)) put(piece, row, touched);
  else add(piece, row, touched);
}

/** Returns the row of a call. One that began before the piece gets a row that stands in for it. */
function toolOf(piece: Piece, id: string, event: SessionEvent, touched: Touched): ToolRow {
  const known = piece.rows.get(keyOf.tool(id));
  if (known?.type === 'tool') return known;
  const row = newTool(id, event);
  if (piece.replaced.has(row.key)) put(piece, row, touched);
  else add(piece, row, touched);
  return row;
}

function newTool(id: string, { at }: SessionEvent): ToolRow {
  return { key: keyOf.tool(id), list: MAIN, at, type: 'tool', id, call: null, result: null, task: null };
}

/** The card of a question or a plan says all that the call would. */
function replaceTool(piece: Piece, id: string, touched: Touched): void {
  const key = keyOf.tool(id);
  piece.replaced.add(key);
  const row = piece.rows.get(key);
  if (row) unlist(piece, row, touched);
}

function ask(piece: Piece, asked: Asked, { at }: SessionEvent, touched: Touched): void {
  const key = keyOf.request(asked.data.request_id);
  const row: RequestRow = { key, list: MAIN, at, type: 'request', asked, settled: null };
  if (piece.rows.has(key)) put(piece, row, touched);
  else add(piece, row, touched);
}

function settle(piece: Piece, settled: Settled, touched: Touched): void {
  const key = keyOf.request(settled.request_id);
  const row = piece.rows.get(key);
  if (row?.type !== 'request') piece.settled.set(key, settled);
  else if (!row.settled) put(piece, { ...row, settled }, touched);
}

/** One attempt after the other is one row, until something else happens. */
function retry(piece: Piece, event: EventOf<'retry'>, touched: Touched): void {
  const open = openRetry(piece);
  if (open) {
    put(piece, { ...open, retry: event.data, isOver: false }, touched);
    return;
  }
  const row: RetryRow = { ...plain(event), type: 'retry', retry: event.data, isOver: false };
  if (!piece.isActive) piece.firstRetry ??= row.key;
  piece.openRetry = row.key;
  add(piece, row, touched);
}

/** It goes on, and may yet have to try again. */
function pauseRetry(piece: Piece, touched: Touched): void {
  const open = openRetry(piece);
  if (open) put(piece, { ...open, isOver: true }, touched);
  piece.isUnderWay = true;
}

function endRetry(piece: Piece, touched: Touched): void {
  const open = openRetry(piece);
  if (open) put(piece, { ...open, isOver: true }, touched);
  piece.openRetry = null;
  piece.isActive = true;
}

function openRetry(piece: Piece): RetryRow | null {
  const row = piece.openRetry === null ? undefined : piece.rows.get(piece.openRetry);
  return row?.type === 'retry' ? row : null;
}

function endTurn(piece: Piece, event: EventOf<'done'>, touched: Touched): void {
  leaveBlock(piece, touched);
  piece.isBounded = true;
  piece.runningSince = null;
  piece.hasTurnEnd = true;
  add(piece, { ...plain(event), type: 'turn', done: event.data }, touched);
}
