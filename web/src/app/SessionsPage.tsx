import MessagesSquare from 'lucide-react/icons/messages-square';
import { Suspense, useContext } from 'react';
import { ChatSkeleton } from '@/features/chat/ChatSkeleton';
import { SessionList } from '@/features/chat/SessionList';
import { BoardTabs } from '@/features/projects/BoardTabs';
import { ProjectSwitcher } from '@/features/projects/ProjectSwitcher';
import { classes } from '@/lib/classes';
import { LiveContext } from '@/lib/live-hooks';
import type { Project } from '@/lib/server-data';
import { Badge } from '@/ui/Badge';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeading } from '@/ui/PageHeading';
import { AppFrame } from './AppFrame';
import { ChatPanel } from './pages';

interface SessionsPageProps {
  project: Project;
  /** The session that is open. */
  sessionId?: string;
}

/** The sessions of a project: a list, and one of them beside it; on a phone one after the other. */
export default function SessionsPage({ project, sessionId }: SessionsPageProps) {
  const live = useContext(LiveContext);
  return (
    <AppFrame
      fixed
      bar={<ProjectSwitcher project={project} />}
      tabs={<BoardTabs project={project} current="sessions" />}
      tools={project.role === 'viewer' ? <Badge>View only</Badge> : null}
    >
      <PageHeading title={`Sessions, ${project.name}`} hidden />
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label="Sessions"
          className={classes(
            'w-full shrink-0 flex-col md:flex md:w-76 md:border-r',
            sessionId ? 'hidden' : 'flex',
          )}
        >
          <SessionList project={project} current={sessionId} />
        </aside>
        <section
          aria-label="Session"
          className={classes('min-w-0 flex-1 flex-col md:flex', sessionId ? 'flex' : 'hidden')}
        >
          {sessionId && live ? (
            <Suspense fallback={<ChatSkeleton />}>
              <ChatPanel key={sessionId} project={project} sessionId={sessionId} />
            </Suspense>
          ) : null}
          {sessionId && !live ? <ChatSkeleton /> : null}
          {sessionId ? null : (
            <div className="flex flex-1 items-center justify-center">
              <EmptyState
                icon={<MessagesSquare size={20} />}
                title="No session is open"
                detail="Choose one from the list, or start a new one."
              />
            </div>
          )}
        </section>
      </div>
    </AppFrame>
  );
}
