import MessagesSquare from 'lucide-react/icons/messages-square';
import { Suspense, useState } from 'react';
import { ChatSkeleton } from '@/features/chat/ChatSkeleton';
import type { WorkTabProps } from '@/features/kanban/panel-tabs';
import { useCardDetails } from '@/lib/card-data';
import { useCardStatus } from '@/lib/card-hooks';
import type { Project } from '@/lib/server-data';
import type { LiveBoard } from '@/live/board';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { OverlayBoundary } from '@/ui/OverlayBoundary';
import { Skeleton } from '@/ui/Skeleton';
import { ChatPanel, DiffTab, NewSessionDialog, PlanTab, ReviewTab, SessionsTab } from './pages';

interface CardTabsProps extends WorkTabProps {
  project: Project;
  board: LiveBoard;
}

/** The tabs of an open card that are about the work of agents; each comes when it is first looked at. */
export function CardTabs({ tab, session, ...props }: CardTabsProps) {
  const [isNew, setIsNew] = useState(false);
  const { project, board, card, show } = props;
  const begin = () => setIsNew(true);
  return (
    <>
      <Suspense fallback={<Skeleton className="m-5 h-40 animate-late" />}>
        {tab === 'chat' ? <CardChat {...props} session={session ?? null} onNew={begin} /> : null}
        {tab === 'plan' ? <PlanTab {...props} /> : null}
        {tab === 'diff' ? <DiffTab {...props} /> : null}
        {tab === 'review' ? <ReviewTab {...props} /> : null}
        {tab === 'sessions' ? <SessionsTab {...props} onNew={begin} /> : null}
      </Suspense>
      {isNew ? (
        <OverlayBoundary onFail={() => setIsNew(false)}>
          <NewSessionDialog
            project={project.id}
            card={{ board: board.id, card }}
            onClose={() => setIsNew(false)}
            onStarted={(started) => show('chat', { session: started })}
          />
        </OverlayBoundary>
      ) : null}
    </>
  );
}

interface CardChatProps extends Omit<CardTabsProps, 'tab'> {
  session: string | null;
  onNew: () => void;
}

/** The conversation of a card: the one that was asked for, else the one that is or was last at work. */
function CardChat({ project, board, card, session, onNew }: CardChatProps) {
  const status = useCardStatus(board, card);
  const { data, error } = useCardDetails({ board: board.id, card }, status);
  const id = session ?? status?.session_id ?? data?.sessions[0]?.id ?? null;
  if (id !== null) {
    return (
      <Suspense fallback={<ChatSkeleton />}>
        <ChatPanel key={id} project={project} sessionId={id} embedded />
      </Suspense>
    );
  }
  if (status?.phase === 'starting' || (!data && !error)) return <ChatSkeleton />;
  return (
    <EmptyState
      icon={<MessagesSquare size={18} />}
      title="No conversation yet"
      detail="It begins when an agent starts on the card. You can also talk to one about it first."
      action={project.role === 'viewer' ? null : <Button onClick={onNew}>New conversation</Button>}
    />
  );
}
