import type { Agent, InboxItem, Session } from '@/live/session-wire';
import { type Followed, resources, useResource } from './server-data';
import { getInbox, listAgents, listSessions, type SessionsOf } from './sessions-api';

export const sessionKeys = {
  inbox: 'inbox',
  agents: 'agents',
  sessions: (project: string, { card, board }: SessionsOf = {}) =>
    ['sessions', project, ...(card ? [card] : []), ...(board ? ['board', board] : [])].join('.'),
};

export interface Sessions {
  readonly items: readonly Session[];
  /** Where the older ones begin; null when all are here. */
  readonly next: string | null;
}

/** The newest sessions of a project, or of one of its cards or boards. */
export function useSessions(project: string, only: SessionsOf = {}): Followed<Sessions> {
  return useResource(sessionKeys.sessions(project, only), async () => {
    const { items, next } = await listSessions(project, undefined, only);
    return { items, next: next ?? null };
  });
}

export function useAgents(): Followed<{ default: string; items: Agent[] }> {
  return useResource(sessionKeys.agents, listAgents);
}

/** Everything that waits for an answer, in all projects. */
export function useInbox(): Followed<readonly InboxItem[]> {
  return useResource<readonly InboxItem[]>(sessionKeys.inbox, loadInbox);
}

/** Follows the inbox outside of any component. */
export function followInbox(listener: (items: readonly InboxItem[] | undefined) => void): () => void {
  const look = () => listener(resources.peek(sessionKeys.inbox, loadInbox).data);
  const stop = resources.follow(sessionKeys.inbox, loadInbox, {}, look);
  look();
  return stop;
}

async function loadInbox(): Promise<readonly InboxItem[]> {
  return (await getInbox()).items;
}

export function refreshInbox(): void {
  void resources.refresh(sessionKeys.inbox);
}
