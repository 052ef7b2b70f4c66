import type {
  Agent,
  Answers,
  EventPage,
  EventRange,
  InboxItem,
  Session,
  SessionMode,
} from '@/live/session-wire';
import { answer, api } from './api';

/** The calls about agent sessions. What the API's types leave open is said in `live/session-wire`. */

export interface NewSession {
  readonly agent?: string;
  readonly mode?: SessionMode;
  readonly message?: string;
  readonly board_id?: string;
  readonly card_id?: string;
}

export interface SessionPage {
  readonly items: Session[];
  /** Where older ones begin; absent on the last page. */
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
  return answer(api.GET('/api/agents'));
}

/** Which of a project's sessions. */
export interface SessionsOf {
  readonly card?: string | undefined;
  readonly board?: string | undefined;
}

/** Returns a page of a project's sessions, the newest first. */
export function listSessions(
  project: string,
  before?: string,
  { card, board }: SessionsOf = {},
): Promise<SessionPage> {
  const query = {
    ...(before && { before }),
    ...(card && { card_id: card }),
    ...(board && { board_id: board }),
  };
  const params = { path: { id: project }, query };
  return described(api.GET('/api/projects/{id}/sessions', { params }));
}

export function startSession(project: string, body: NewSession): Promise<Session> {
  return described(api.POST('/api/projects/{id}/sessions', { ...of(project), body }));
}

export function getSession(id: string): Promise<Session> {
  return described(api.GET('/api/sessions/{id}', of(id)));
}

export function getEvents(id: string, query: EventRange): Promise<EventPage> {
  const params = { path: { id }, query };
  return described(api.GET('/api/sessions/{id}/events', { params }));
}

export function sendMessage(id: string, content: string): Promise<Session> {
  return described(api.POST('/api/sessions/{id}/message', { ...of(id), body: { content } }));
}

/** Takes back a message that the agent has not seen yet. */
export function takeBackMessage(id: string, message: string): Promise<Session> {
  const params = { path: { id, message } };
  return described(api.DELETE('/api/sessions/{id}/messages/{message}', { params }));
}

export function reply(id: string, request_id: string, said: Reply): Promise<Session> {
  switch (said.to) {
    case 'question': {
      const { to: _, ...rest } = said;
      const body = { request_id, decline: false, ...rest } as { request_id: string; decline: boolean };
      return described(api.POST('/api/sessions/{id}/answer', { ...of(id), body }));
    }
    case 'plan': {
      const { to: _, ...body } = said;
      return described(api.POST('/api/sessions/{id}/plan', { ...of(id), body: { request_id, ...body } }));
    }
    case 'permission': {
      const { to: _, always = false, ...body } = said;
      const whole = { request_id, always, ...body };
      return described(api.POST('/api/sessions/{id}/permission', { ...of(id), body: whole }));
    }
  }
}

export function interruptSession(id: string): Promise<Session> {
  return described(api.POST('/api/sessions/{id}/interrupt', of(id)));
}

export function stopSession(id: string): Promise<Session> {
  return described(api.POST('/api/sessions/{id}/stop', of(id)));
}

export function changeSession(id: string, body: { mode?: SessionMode; model?: string }): Promise<Session> {
  return described(api.POST('/api/sessions/{id}/settings', { ...of(id), body }));
}

export function getInbox(): Promise<{ items: InboxItem[] }> {
  return described(api.GET('/api/inbox'));
}

function of(id: string): { params: { path: { id: string } } } {
  return { params: { path: { id } } };
}

/** Returns what a call answers, as it is described here. */
function described<T>(call: Parameters<typeof answer>[0]): Promise<T> {
  return answer(call) as Promise<T>;
}
