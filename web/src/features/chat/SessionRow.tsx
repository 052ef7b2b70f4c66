import { useContext } from 'react';
import { Link } from 'wouter';
import { classes } from '@/lib/classes';
import { LiveContext } from '@/lib/live-hooks';
import { paths } from '@/lib/router';
import { useSessionState } from '@/lib/session-hooks';
import { agentLabel, MODES, price } from '@/lib/session-words';
import { ago, exactTime } from '@/lib/time';
import type { Live } from '@/live/client';
import type { Session } from '@/live/session-wire';
import { SessionStatus } from '@/ui/SessionStatus';

interface SessionRowProps {
  session: Session;
  now: number;
  isCurrent: boolean;
}

/** One session of the list. */
export function SessionRow({ session, now, isCurrent }: SessionRowProps) {
  const facts = [
    session.scripted ? 'Scripted, not a model' : agentLabel(session.agent),
    MODES[session.mode].label,
    price(session.cost_usd),
  ];
  return (
    <li>
      <Link
        href={paths.session(session.project_id, session.id)}
        aria-current={isCurrent ? 'page' : undefined}
        className={classes(
          'flex flex-col gap-0.5 rounded-md px-3 py-2',
          isCurrent ? 'bg-hover' : 'hover:bg-hover/60',
        )}
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{session.title}</span>
          {session.status === 'idle' || session.status === 'ended' ? null : (
            <SessionStatus status={session.status} />
          )}
        </span>
        <span className="flex items-center gap-2 text-xs text-mute">
          <span className="min-w-0 flex-1 truncate">{facts.filter(Boolean).join(' · ')}</span>
          <time dateTime={session.updated_at} title={exactTime(session.updated_at)} className="shrink-0">
            {ago(session.updated_at, now)}
          </time>
        </span>
      </Link>
    </li>
  );
}

type LiveRowProps = Omit<SessionRowProps, 'isCurrent'>;

/** The session that is open beside the list: what is known of it is newer than the list. */
export function LiveSessionRow(props: LiveRowProps) {
  const live = useContext(LiveContext);
  return live ? <Followed {...props} live={live} /> : <SessionRow {...props} isCurrent />;
}

function Followed({ live, session, now }: LiveRowProps & { live: Live }) {
  const known = useSessionState(live.session(session.id)).session;
  return <SessionRow session={known ?? session} now={now} isCurrent />;
}
