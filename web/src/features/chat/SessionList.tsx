import MessagesSquare from 'lucide-react/icons/messages-square';
import Plus from 'lucide-react/icons/plus';
import { useContext, useEffect, useState } from 'react';
import { attempt } from '@/lib/attempt';
import { LiveContext } from '@/lib/live-hooks';
import { openOverlay } from '@/lib/overlays';
import { toProblem } from '@/lib/problem';
import type { Project } from '@/lib/server-data';
import { useSessions } from '@/lib/session-data';
import { listSessions } from '@/lib/sessions-api';
import { useNow } from '@/lib/time';
import type { Session } from '@/live/session-wire';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Skeleton } from '@/ui/Skeleton';
import { LiveSessionRow, SessionRow } from './SessionRow';

interface SessionListProps {
  project: Project;
  /** The session that is shown. */
  current?: string | undefined;
}

/** What others do in a session is seen here without a reload. */
const LOOK_AGAIN_MS = 5_000;

/** The sessions of a project, the newest first. */
export function SessionList({ project, current }: SessionListProps) {
  const { data, error, reload } = useSessions(project.id);
  const live = useContext(LiveContext);
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, LOOK_AGAIN_MS);
    const stop = live?.subscribeInbox(() => void reload());
    return () => {
      window.clearInterval(timer);
      stop?.();
    };
  }, [reload, live]);
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 px-4">
        <h2 className="flex-1 text-base font-semibold">Sessions</h2>
        {project.role === 'viewer' ? null : (
          <Button size="sm" icon={<Plus size={14} />} onClick={() => openOverlay('new-session')}>
            New session
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {data && error && !current ? (
          <div className="px-2 pb-2">
            <Banner tone="warn">This is the last known list. {toProblem(error).message}</Banner>
          </div>
        ) : null}
        {data ? <Rows project={project} sessions={data.items} next={data.next} current={current} /> : null}
        {!data && error ? (
          <LoadFailed what="the sessions" detail={toProblem(error).message} onRetry={() => void reload()} />
        ) : null}
        {!data && !error ? <Skeleton className="mx-2 h-40" /> : null}
      </div>
    </>
  );
}

interface RowsProps {
  project: Project;
  sessions: readonly Session[];
  /** Where older ones begin. */
  next: string | null;
  current: string | undefined;
}

function Rows({ project, sessions, next, current }: RowsProps) {
  const now = useNow();
  const [older, setOlder] = useState<{ items: readonly Session[]; next: string | null } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (sessions.length === 0) {
    const canStart = project.role !== 'viewer';
    return (
      <EmptyState
        icon={<MessagesSquare size={20} />}
        title="No sessions yet"
        detail={
          canStart
            ? 'In a session an agent works in the folder of this project, and you follow what it does.'
            : 'Nobody has started an agent in this project.'
        }
        action={
          canStart ? (
            <Button variant="primary" onClick={() => openOverlay('new-session')}>
              Start the first session
            </Button>
          ) : null
        }
      />
    );
  }
  const known = new Set(sessions.map(({ id }) => id));
  const all = [...sessions, ...(older?.items ?? []).filter(({ id }) => !known.has(id))];
  const from = older ? older.next : next;
  const load = async (before: string) => {
    setIsBusy(true);
    await attempt('The older sessions could not be loaded', async () => {
      const page = await listSessions(project.id, before);
      setOlder({ items: [...(older?.items ?? []), ...page.items], next: page.next ?? null });
    });
    setIsBusy(false);
  };
  return (
    <>
      <ul className="flex flex-col gap-px">
        {all.map((session) =>
          session.id === current ? (
            <LiveSessionRow key={session.id} session={session} now={now} />
          ) : (
            <SessionRow key={session.id} session={session} now={now} isCurrent={false} />
          ),
        )}
      </ul>
      {from ? (
        <p className="flex justify-center pt-2">
          <Button size="sm" variant="ghost" busy={isBusy} onClick={() => void load(from)}>
            Show older sessions
          </Button>
        </p>
      ) : null}
    </>
  );
}
