import type { components } from '@/api.gen';

/** What travels about agent sessions. What the API leaves open, such as the data of an event, is written down here. */

type Schemas = components['schemas'];

export type SessionStatus = Schemas['SessionStatus'];
export type SessionMode = 'plan' | 'code' | 'review' | 'chat';

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string | null;
  /** When a limit ends, as RFC 3339. */
  readonly resets_at?: string | null;
}

export type Agent = Readonly<Schemas['AgentResponse']>;

export type QueuedMessage = Readonly<Schemas['MessageResponse']>;

type Described = 'mode' | 'failure' | 'waiting' | 'queued_messages';

export interface Session extends Readonly<Omit<Schemas['SessionResponse'], Described>> {
  readonly mode: SessionMode;
  readonly failure: Failure | null;
  readonly waiting: readonly Waiting[];
  readonly queued_messages: readonly QueuedMessage[];
}

export interface QuestionOption {
  readonly label: string;
  readonly description: string;
  readonly preview?: string | null;
}

export interface Question {
  readonly question: string;
  readonly header: string;
  readonly multi_select: boolean;
  readonly options: readonly QuestionOption[];
}

export interface QuestionData {
  readonly request_id: string;
  readonly tool: string;
  readonly questions: readonly Question[];
  readonly parent?: string | null;
}

export interface PlanData {
  readonly request_id: string;
  readonly tool: string;
  /** Empty if the agent wrote none. */
  readonly plan: string;
  readonly plan_sha256: string;
  readonly path: string | null;
}

export interface PermissionData {
  readonly request_id: string;
  readonly tool: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  /** What "always" would allow; none if it cannot be had. */
  readonly always: string | null;
  readonly parent?: string | null;
}

/** Something a person is asked. */
export type Asked =
  | { readonly kind: 'question'; readonly data: QuestionData }
  | { readonly kind: 'plan'; readonly data: PlanData }
  | { readonly kind: 'permission'; readonly data: PermissionData };

export type Waiting = Asked & { readonly request_id: string; readonly asked_at: string };

/** A rule that a review found broken. */
export interface FailedRule {
  readonly number: number;
  readonly text: string;
  readonly note?: string | null;
}

/** Something that waits for a person: a request of an agent, a review that found something, or work that failed. */
export type InboxItem = {
  readonly session: Readonly<Schemas['InboxSession']>;
  readonly asked_at: string;
  readonly card_title?: string | null;
  /** How many others wait for this one. */
  readonly unblocks?: number;
} & (
  | (Asked & { readonly request_id: string })
  | {
      readonly kind: 'review';
      readonly request_id?: null;
      readonly data: { readonly failed: readonly FailedRule[] };
    }
  | { readonly kind: 'failure'; readonly request_id?: null; readonly data: Failure }
);

/** What was chosen or written, by question. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

export type Outcome = 'answered' | 'declined' | 'approved' | 'rejected' | 'allowed' | 'denied' | 'withdrawn';

export interface Settled {
  readonly request_id: string;
  readonly kind: Asked['kind'];
  readonly outcome: Outcome;
  readonly by: string | null;
  readonly by_name: string | null;
  readonly answers?: Answers | null;
  /** The plan's text, where it was edited. */
  readonly plan?: string | null;
  readonly feedback?: string | null;
  readonly message?: string | null;
  readonly always?: string | boolean | null;
}

/** Lines begin with `+`, `-` or a space. */
export interface Hunk {
  readonly old_start: number;
  readonly new_start: number;
  readonly lines: readonly string[];
}

export interface FileDiff {
  readonly path: string;
  readonly created: boolean;
  readonly hunks: readonly Hunk[];
}

export type BlockKind = 'text' | 'thinking';

/** The events that are known here, by type. A newer server may send others. */
export interface EventData {
  user_message: {
    readonly id: string;
    readonly content: string;
    readonly by: string | null;
    readonly by_name: string | null;
  };
  delivered: { readonly ids: readonly string[] };
  text_delta: { readonly text: string };
  thinking_delta: { readonly text: string };
  assistant_message: {
    readonly kind: BlockKind;
    /** Left out where the deltas have said it. */
    readonly text?: string | null;
    readonly parent?: string | null;
    readonly cut?: boolean | null;
    /** When its first words came. */
    readonly began_at?: string | null;
  };
  tool_start: {
    readonly id: string;
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly parent?: string | null;
  };
  tool_result: {
    readonly id: string;
    readonly content: string;
    readonly is_error: boolean;
    readonly took_ms?: number | null;
    readonly diff?: FileDiff | null;
    readonly parent?: string | null;
  };
  task: { readonly tool: string; readonly state: 'running' | 'completed' | 'failed'; readonly note: string };
  question: QuestionData;
  plan: PlanData;
  permission: PermissionData;
  settled: Settled;
  usage: { readonly context_tokens: number; readonly context_window: number | null };
  status: { readonly status: SessionStatus };
  retry: {
    readonly attempt: number;
    readonly attempts: number;
    readonly until: string;
    readonly code: string;
    readonly message: string;
  };
  notice: { readonly text: string };
  done: {
    readonly turn: number;
    readonly outcome: 'completed' | 'interrupted' | 'failed';
    readonly took_ms: number;
    readonly cost_usd: number;
    readonly origin: 'person' | 'background';
  };
  error: Failure;
}

export type EventType = keyof EventData;

/** An event as the log of a session holds it. Numbers rise and may have gaps. */
export type SessionEvent = {
  [Type in EventType]: {
    readonly n: number;
    readonly type: Type;
    readonly data: EventData[Type];
    readonly at: string;
  };
}[EventType];

export interface EventPage {
  readonly items: readonly SessionEvent[];
  /** There is more in the direction that was asked for. */
  readonly next?: unknown;
}

/** Which events are asked for: those after a number, or the last ones before it. */
export type EventRange = ({ readonly after: number } | { readonly before: number }) & {
  readonly limit: number;
};
