import { useResource } from '@/lib/server-data';
import { agentLabel } from '@/lib/session-words';
import { getSession } from '@/lib/sessions-api';

/** The session in which an agent draws, or drew; nothing while it is not known. */
export function useSession(id: string | null) {
  const { data } = useResource(`session.${id}`, async () => (id === null ? null : getSession(id)));
  return data ?? undefined;
}

/** Who draws in a session. */
export function useAgentName(session: string): string {
  const known = useSession(session);
  return known ? agentLabel(known.agent) : 'An agent';
}
