import type { Session, SessionMode, SessionStatus } from '@/live/session-wire';
import { answer, api } from './api';
import { ask } from './loose-api';

/** A session as a search answers with it. */
export interface FoundSession {
  readonly id: string;
  readonly title: string;
  readonly agent: string;
  readonly mode: SessionMode;
  readonly status: SessionStatus;
  readonly card_id?: string | null;
  readonly updated_at: string;
}

/** A place in a session where what was looked for stands. */
export interface Hit {
  /** The number of the event; 0 for the title. */
  readonly n: number;
  /** The type of the event, or `title`. */
  readonly kind: string;
  readonly at: string;
  readonly excerpt: string;
  /** Where in the excerpt, as a browser counts letters. */
  readonly ranges: readonly (readonly [number, number])[];
}

export interface Found {
  readonly session: FoundSession;
  readonly hits: readonly Hit[];
}

export interface FoundPage {
  readonly items: readonly Found[];
  readonly next?: string | null;
}

/** A conversation with Claude Code that was had in the project's folder, and not here. */
export interface Conversation {
  readonly id: string;
  readonly title: string;
  readonly started_at: string;
  readonly updated_at: string;
  readonly messages: number;
  readonly branch?: string | null;
  readonly imported_session_id?: string | null;
}

/** Looks for words in all that was said and done in the sessions of a project. */
export function searchSessions(project: string, q: string, cursor?: string): Promise<FoundPage> {
  const query = cursor === undefined ? { q } : { q, cursor };
  const params = { path: { id: project }, query };
  const found: Promise<unknown> = answer(api.GET('/api/projects/{id}/session_search', { params }));
  return found as Promise<FoundPage>;
}

export interface ForkOptions {
  /** The turn after which it is forked; after the last one if none. */
  readonly turn?: number;
  /** Its files come along, in a worktree of their own. */
  readonly code?: boolean;
}

export function forkSession(id: string, body: ForkOptions = {}): Promise<Session> {
  return ask('POST', '/api/sessions/{id}/fork', { params: { path: { id } }, body });
}

export function listConversations(project: string): Promise<{ items: readonly Conversation[] }> {
  return ask('GET', '/api/projects/{id}/conversations', { params: { path: { id: project } } });
}

export function importConversation(project: string, conversation: string): Promise<Session> {
  const path = { id: project, conversation };
  return ask('POST', '/api/projects/{id}/conversations/{conversation}/import', {
    params: { path },
    body: {},
  });
}
