import MessagesSquare from 'lucide-react/icons/messages-square';
import { useState } from 'react';
import { attempt } from '@/lib/attempt';
import { openOverlay } from '@/lib/overlays';
import type { Project } from '@/lib/server-data';
import type { Sessions } from '@/lib/session-data';
import { byActivity } from '@/lib/session-words';
import { listSessions } from '@/lib/sessions-api';
import { useNow } from '@/lib/time';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LiveSessionRow, SessionRow } from './SessionRow';
import { isShown, type SessionFilter } from './session-filter';

interface SessionRowsProps {
  project: Project;
  /** The newest ones; older ones are fetched here. */
  sessions: Sessions;
  current: string | undefined;
  filter: SessionFilter;
  /** Only those of this card. */
  card: string | null;
}

export function SessionRows({ project, sessions, current, filter, card }: SessionRowsProps) {
  const now = useNow();
  const [older, setOlder] = useState<Sessions | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (sessions.items.length === 0 && card === null) return <NoSessions project={project} />;
  const known = new Set(sessions.items.map(({ id }) => id));
  const all = byActivity([...sessions.items, ...(older?.items ?? []).filter(({ id }) => !known.has(id))]);
  const shown = all.filter((session) => isShown(filter, session));
  const from = older ? older.next : sessions.next;
  const load = async (before: string) => {
    setIsBusy(true);
    await attempt('The older sessions could not be loaded', async () => {
      const page = await (card === null
        ? listSessions(project.id, before)
        : listSessions(project.id, before, { card }));
      setOlder({ items: [...(older?.items ?? []), ...page.items], next: page.next ?? null });
    });
    setIsBusy(false);
  };
  return (
    <>
      {shown.length === 0 ? (
        <p className="px-3 py-6 text-center text-sm text-soft">No session matches.</p>
      ) : (
        <ul className="flex flex-col gap-px">
          {shown.map((session) =>
            session.id === current ? (
              <LiveSessionRow key={session.id} session={session} now={now} />
            ) : (
              <SessionRow key={session.id} session={session} now={now} isCurrent={false} />
            ),
          )}
        </ul>
      )}
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

function NoSessions({ project }: { project: Project }) {
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
