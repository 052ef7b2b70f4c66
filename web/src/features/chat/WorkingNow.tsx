import { useSyncExternalStore } from 'react';
import { useSessionState } from '@/lib/session-hooks';
import { duration, useNow } from '@/lib/time';
import type { LiveSession } from '@/live/session';
import { Spinner } from '@/ui/Spinner';
import { useChat } from './context';

/** Says below the last row that more will come, and since when it is on its way. */
export function WorkingNow() {
  const { session } = useChat();
  const { session: info } = useSessionState(session);
  if (info?.status === 'queued') {
    return (
      <p className="flex items-center gap-2 py-3 text-sm text-soft">
        <Spinner size={14} />
        {info.place ? `In the queue, at place ${info.place}.` : 'In the queue.'} It starts when another
        session is done.
      </p>
    );
  }
  if (info?.status !== 'running') return null;
  return (
    <p className="flex items-center gap-2 py-3 text-sm text-mute">
      <Spinner size={14} />
      Working
      <Elapsed session={session} />
    </p>
  );
}

/** How long the turn has been running, as far as its beginning is known. */
export function Elapsed({ session }: { session: LiveSession }) {
  const { transcript } = session;
  const since = useSyncExternalStore(
    (listener) => transcript.changed.add(listener),
    () => transcript.runningSince,
  );
  const now = useNow(1_000);
  if (since === null) return null;
  return <span>{duration(Math.max(0, now - new Date(since).getTime()))}</span>;
}
