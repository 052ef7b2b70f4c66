import { useAgentSession } from '@/lib/last-change';
import { agentLabel } from '@/lib/session-words';

/** Who draws in a session. */
export function useAgentName(session: string): string {
  const known = useAgentSession(session);
  return known ? agentLabel(known.agent) : 'An agent';
}
