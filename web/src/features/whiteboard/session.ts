import { useResource } from '@/lib/server-data';
import { getSession } from '@/lib/sessions-api';

/** The session in which an agent draws, or drew; nothing while it is not known. */
export function useSession(id: string | null) {
  const { data } = useResource(`session.${id}`, async () => (id === null ? null : getSession(id)));
  return data ?? undefined;
}
