import type {
  Agent,
  Answers,
  EventPage,
  EventRange,
  InboxItem,
  Session,
  SessionMode,
} from '@/live/session-wire';
import { authorised } from './api';
import { problemOf } from './problem';
import { tokens } from './session';

/** The calls about agent sessions. What they take and answer is written down in `live/session-wire`. */

export interface NewSession {
  readonly board_id?: string;
  readonly card_id?: string;
  readonly agent?: string;
  readonly mode?: SessionMode;
  readonly model?: string;
  readonly title?: string;
  readonly message?: string;
}

export interface SessionPage {
  readonly items: Session[];
  readonly next?: string | null;
}

/** What a person says to a request; which of them fits depends on what was asked. */
export type Reply =
  | { readonly to: 'question'; readonly answers: Answers }
  | { readonly to: 'question'; readonly decline: true; readonly message?: string }
  | {
      readonly to: 'plan';
      readonly approve: boolean;
      readonly plan_sha256: string;
      readonly plan?: string;
      readonly feedback?: string;
    }
  | { readonly to: 'permission'; readonly allow: boolean; readonly always?: true; readonly message?: string };

export function listAgents(): Promise<{ default: string; items: Agent[] }> {
  return call('GET', '/api/agents');
}

/** Returns a page of a project's sessions, the newest first. */
export function listSessions(project: string, before?: string): Promise<SessionPage> {
  return call('GET', `/api/projects/${id(project)}/sessions${query({ before, limit: SESSIONS })}`);
}

export function startSession(project: string, session: NewSession): Promise<Session> {
  return call('POST', `/api/projects/${id(project)}/sessions`, session);
}

export function getEvents(session: string, range: EventRange): Promise<EventPage> {
  return call('GET', `/api/sessions/${id(session)}/events${query({ ...range })}`);
}

export function sendMessage(session: string, content: string): Promise<Session> {
  return call('POST', `/api/sessions/${id(session)}/message`, { content });
}

/** Takes back a message that the agent has not seen yet. */
export function takeBackMessage(session: string, message: string): Promise<void> {
  return call('DELETE', `/api/sessions/${id(session)}/messages/${id(message)}`);
}

export function reply(session: string, request_id: string, { to, ...said }: Reply): Promise<Session> {
  const path = to === 'question' ? 'answer' : to;
  return call('POST', `/api/sessions/${id(session)}/${path}`, { request_id, ...said });
}

export function interruptSession(session: string): Promise<Session> {
  return call('POST', `/api/sessions/${id(session)}/interrupt`, {});
}

export function stopSession(session: string): Promise<Session> {
  return call('POST', `/api/sessions/${id(session)}/stop`, {});
}

export function forkSession(session: string): Promise<Session> {
  return call('POST', `/api/sessions/${id(session)}/fork`, {});
}

export function changeSession(
  session: string,
  settings: { mode?: SessionMode; model?: string },
): Promise<Session> {
  return call('POST', `/api/sessions/${id(session)}/settings`, settings);
}

export function getInbox(): Promise<{ items: InboxItem[] }> {
  return call('GET', '/api/inbox');
}

const SESSIONS = 50;

const send = authorised(tokens, (request) => fetch(request));

async function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const response = await send(
    new Request(new URL(path, location.origin), {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const said: unknown = text === '' ? undefined : parse(text);
  if (!response.ok) throw problemOf(response, said);
  return said as T;
}

/** A proxy in between may answer anything. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function id(raw: string): string {
  return encodeURIComponent(raw);
}

function query(params: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
