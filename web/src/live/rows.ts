import type { Asked, BlockKind, EventData, Failure, Settled } from './session-wire';

/** What the rows of a session's transcript have in common. */
interface RowBase {
  readonly key: string;
  /** The list it stands in: `MAIN`, or the call of a tool whose subagent did it. */
  readonly list: string;
  readonly at: string;
}

/** Something a person wrote, from when it has reached the conversation. */
export interface UserRow extends RowBase {
  readonly type: 'user';
  /** Not known while the page that holds it is not loaded. */
  readonly content: string | null;
  readonly by: string | null;
  readonly byName: string | null;
}

/** Something the agent says or thinks. */
export interface BlockRow extends RowBase {
  readonly type: BlockKind;
  readonly text: string;
  readonly state: 'open' | 'closed' | 'cut';
  /** When its first words came; unknown if they came before what is loaded. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** The event that closed it, and whether that had all of the text. */
  readonly closedBy: number | null;
  readonly isGiven: boolean;
}

export interface ToolRow extends RowBase {
  readonly type: 'tool';
  readonly id: string;
  /** What was called, and with what; not known while the page that holds it is not loaded. */
  readonly call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> } | null;
  readonly result: EventData['tool_result'] | null;
  readonly task: EventData['task'] | null;
}

/** Something a person is or was asked. */
export interface RequestRow extends RowBase {
  readonly type: 'request';
  readonly asked: Asked;
  readonly settled: Settled | null;
}

export interface RetryRow extends RowBase {
  readonly type: 'retry';
  readonly retry: EventData['retry'];
  /** Something has happened since. */
  readonly isOver: boolean;
}

export interface NoticeRow extends RowBase {
  readonly type: 'notice';
  readonly text: string;
}

export interface ErrorRow extends RowBase {
  readonly type: 'error';
  readonly failure: Failure;
}

/** The end of a turn. */
export interface TurnRow extends RowBase {
  readonly type: 'turn';
  readonly done: EventData['done'];
}

export type Row = UserRow | BlockRow | ToolRow | RequestRow | RetryRow | NoticeRow | ErrorRow | TurnRow;

/** The list of the conversation itself. */
export const MAIN = '';

export const keyOf = {
  message: (id: string) => `message:${id}`,
  tool: (id: string) => `tool:${id}`,
  request: (id: string) => `request:${id}`,
  event: (n: number) => `event:${n}`,
};
