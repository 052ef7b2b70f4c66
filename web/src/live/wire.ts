/** What travels over the live socket, as the server writes and reads it. */

import type { CardsMessage } from './cards-wire';
import type { Session } from './session-wire';

export type Props = Readonly<Record<string, unknown>>;

export type Author =
  | { readonly type: 'user'; readonly id: string }
  | { readonly type: 'agent'; readonly session: string; readonly turn: number }
  | { readonly type: 'system' };

export interface BoardNode {
  readonly id: string;
  readonly kind: string;
  readonly parent: string;
  readonly order: string;
  readonly props: Props;
  readonly touched: { readonly seq: number; readonly by: Author };
}

/** The parent of the nodes at the top; it is no node itself. */
export const ROOT = 'root';

/** Where a node goes among its siblings; last when nothing is said. */
export interface Place {
  readonly order?: string;
  readonly before?: string;
  readonly after?: string;
}

export type Op =
  | ({
      readonly op: 'create';
      readonly id: string;
      readonly kind: string;
      readonly parent: string;
      readonly props: Props;
    } & Place)
  | { readonly op: 'update'; readonly id: string; readonly props: Props; readonly from_seq?: number }
  | ({ readonly op: 'move'; readonly id: string; readonly parent?: string } & Place)
  | { readonly op: 'delete'; readonly id: string };

/** A change as a client asks for it. */
export interface ChangeRequest {
  readonly id: string;
  readonly label?: string;
  readonly ops: readonly Op[];
}

/** A change as the log holds it: its ops are effects, so applying them needs no judgement. */
export interface Change extends ChangeRequest {
  readonly seq: number;
  readonly author: Author;
  readonly at: string;
  readonly reverts?: { readonly kind: 'undo' | 'redo'; readonly seqs: readonly number[] };
}

/** Both versions of a text that two people changed in the same place. */
export interface TextConflict {
  readonly node: string;
  readonly prop: string;
  readonly base: string;
  readonly current: string;
  readonly base_seq: number;
  readonly yours: string;
}

export interface Peer {
  readonly peer: string;
  readonly user: { readonly id: string; readonly name: string };
  readonly state: Props | null;
}

/** A node that an agent is about to make. It has no place among its siblings yet, and may never be there. */
export interface Ghost {
  readonly id: string;
  readonly kind: string;
  readonly parent: string;
  readonly props: Props;
}

export type Outbound =
  | { readonly type: 'auth'; readonly token: string }
  | { readonly type: 'open'; readonly board: string; readonly after?: number }
  | { readonly type: 'close'; readonly board: string }
  | { readonly type: 'change'; readonly board: string; readonly change: ChangeRequest }
  | ({ readonly type: 'presence'; readonly board: string } & Props)
  | { readonly type: 'follow'; readonly session: string; readonly after: number; readonly lean: true }
  | { readonly type: 'unfollow'; readonly session: string }
  | { readonly type: 'ping' };

export type Inbound =
  | {
      readonly type: 'ready';
      readonly user: { id: string; email: string; name: string };
      readonly peer: string;
    }
  | {
      readonly type: 'snapshot';
      readonly board: string;
      readonly kind: string;
      readonly seq: number;
      readonly nodes: BoardNode[];
    }
  | { readonly type: 'changes'; readonly board: string; readonly changes: Change[] }
  | { readonly type: 'ack'; readonly board: string; readonly id: string; readonly seq: number }
  | {
      readonly type: 'reject';
      readonly board: string;
      readonly id: string;
      readonly reason: string;
      readonly code: string;
      readonly retry: boolean;
      readonly conflict?: TextConflict;
    }
  | { readonly type: 'presence'; readonly board: string; readonly peers: Peer[] }
  | {
      readonly type: 'ghosts';
      readonly board: string;
      readonly session: string;
      /** Which call of the session's agent is being written. */
      readonly call: string;
      /** All it is about to make so far; nothing when it has been made, or will not be. */
      readonly nodes: Ghost[];
    }
  | { readonly type: 'resync'; readonly board: string }
  | CardsMessage
  | { readonly type: 'pong' }
  | {
      readonly type: 'event';
      readonly session: string;
      readonly n: number;
      readonly event: string;
      readonly data: unknown;
      readonly at?: string;
    }
  | { readonly type: 'session'; readonly session: Session }
  | { readonly type: 'inbox' }
  | { readonly type: 'projects' }
  | {
      readonly type: 'error';
      readonly message: string;
      readonly board?: string;
      readonly session?: string;
      readonly code?: string;
      readonly status?: number;
    };
