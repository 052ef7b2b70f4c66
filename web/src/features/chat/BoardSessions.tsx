import ChevronDown from 'lucide-react/icons/chevron-down';
import List from 'lucide-react/icons/list';
import { useLocation } from 'wouter';
import { useLive } from '@/lib/live-hooks';
import { paths } from '@/lib/router';
import type { Project } from '@/lib/server-data';
import { useSessionState } from '@/lib/session-hooks';
import { STATUS } from '@/lib/session-words';
import { ago, useNow } from '@/lib/time';
import type { Session } from '@/live/session-wire';
import { Menu } from '@/ui/Menu';
import { SessionStatus } from '@/ui/SessionStatus';
import { LAST, NEW } from './shown';

interface BoardSessionsProps {
  project: Project;
  /** Those of the board, the last to be active first. */
  sessions: readonly Session[];
  shown: string;
  onShow: (shown: string) => void;
}

/** A menu has room for so many; all are on the page of the sessions. */
const MOST = 12;

/** What the session is called that is shown, and a way to the others of the board. */
export function BoardSessions({ project, sessions, shown, onShow }: BoardSessionsProps) {
  const now = useNow();
  const [, navigate] = useLocation();
  const isSession = shown !== LAST && shown !== NEW;
  const items = [
    ...sessions.slice(0, MOST).map((session) => ({
      id: session.id,
      label: session.title,
      detail: `${STATUS[session.status].label}, ${ago(session.updated_at, now)}`,
      checked: session.id === shown,
      onSelect: () => onShow(session.id),
    })),
    ...(sessions.length > 0 ? [{ id: 'line', separator: true as const }] : []),
    {
      id: 'all',
      label: 'All sessions of the project',
      icon: <List size={14} />,
      onSelect: () => navigate(paths.sessions(project.id)),
    },
  ];
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Menu label="Sessions of this board" items={items}>
        {(trigger) => (
          <button
            type="button"
            {...trigger}
            className="-ml-2 flex h-8 min-w-0 items-center gap-1 rounded-sm px-2 text-base font-semibold hover:bg-hover aria-expanded:bg-hover coarse:h-10"
          >
            <span className="sr-only">Session: </span>
            <span className="truncate">{isSession ? <Title id={shown} /> : 'New session'}</span>
            <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-mute" />
          </button>
        )}
      </Menu>
      {isSession ? <Status id={shown} /> : null}
    </div>
  );
}

function Title({ id }: { id: string }) {
  const { session } = useSessionState(useLive().session(id));
  return session?.title ?? 'Session';
}

/** How it stands, as long as that is news. */
function Status({ id }: { id: string }) {
  const { session } = useSessionState(useLive().session(id));
  if (!session || session.status === 'idle' || session.status === 'ended') return null;
  return (
    <span className="shrink-0">
      <SessionStatus status={session.status} />
    </span>
  );
}
