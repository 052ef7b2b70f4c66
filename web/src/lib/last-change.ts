import type { Stamp } from '@/live/apply';
import type { Author } from '@/live/wire';
import { answer, api } from './api';
import { useDebounced } from './debounce';
import { useResource } from './server-data';
import { agentLabel } from './session-words';
import { getSession } from './sessions-api';
import { ago, useNow } from './time';

const SETTLED_MS = 1_000;

/** The session in which an agent works, or worked; nothing while it is not known. */
export function useAgentSession(id: string | null) {
  const { data } = useResource(`session.${id}`, async () => (id === null ? null : getSession(id)));
  return data ?? undefined;
}

/** Says who changed something last and when, and in which session if an agent did. */
export function useLastChange(board: string, touched: Stamp | undefined, name: (author: Author) => string) {
  const now = useNow();
  // While somebody is writing, nobody asks after every change.
  const seq = useDebounced(touched?.seq ?? 0, SETTLED_MS);
  const time = useTimeOf(board, seq);
  const at = seq === touched?.seq ? time : undefined;
  const by = touched?.by;
  const session = useAgentSession(by?.type === 'agent' ? by.session : null);
  if (!by) return null;
  const agent = session ? agentLabel(session.agent) : 'an agent';
  const who = by.type === 'agent' ? agent : name(by);
  return { by, session, text: `Last changed by ${who}${at ? `, ${ago(at, now)}` : ''}` };
}

/** When a change was made; nothing of one that is not in the log yet. */
function useTimeOf(board: string, seq: number): string | undefined {
  const { data } = useResource(`change.${board}.${seq}`, async () => {
    if (seq === 0) return null;
    const params = { path: { id: board }, query: { after: seq - 1, limit: 1 } };
    const { items } = await answer(api.GET('/api/boards/{id}/changes', { params }));
    return items[0]?.at ?? null;
  });
  return data ?? undefined;
}
