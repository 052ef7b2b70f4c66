import MessagesSquare from 'lucide-react/icons/messages-square';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { BoardBeside } from '@/lib/board-beside';
import { useShortcut } from '@/lib/keys';
import { useConnection, useLive } from '@/lib/live-hooks';
import { paths } from '@/lib/router';
import type { Project } from '@/lib/server-data';
import { useLiveSession, useRowList, useSessionState } from '@/lib/session-hooks';
import { MAIN } from '@/live/rows';
import type { Session } from '@/live/session-wire';
import { Banner } from '@/ui/Banner';
import { Button, buttonClasses } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Announcements } from './Announcements';
import { ChatHeader } from './ChatHeader';
import { ChatSkeleton } from './ChatSkeleton';
import { Composer } from './Composer';
import { ChatContext, useChat, useIsForChat } from './context';
import { TranscriptList } from './TranscriptList';

interface ChatPanelProps {
  project: Project;
  sessionId: string;
  /** Stands in a panel that says what it is about, and how it stands. */
  embedded?: boolean;
  /** The board it stands beside. */
  beside?: BoardBeside | null;
}

/** A session with an agent: what was said and done, and where to answer. */
export default function ChatPanel({ project, sessionId, embedded = false, beside = null }: ChatPanelProps) {
  const session = useLiveSession(sessionId);
  const canEdit = project.role !== 'viewer';
  const [opened] = useState(() => new Map<string, boolean>());
  const chat = useMemo(
    () => ({ session, project, canEdit, isEmbedded: embedded, beside, opened }),
    [session, project, canEdit, embedded, beside, opened],
  );
  return (
    <ChatContext value={chat}>
      <Content />
    </ChatContext>
  );
}

function Content() {
  const { session, project, canEdit } = useChat();
  const { phase, reason } = useSessionState(session);
  const when = useIsForChat();
  useShortcut({ keys: 'a', label: 'Go to what waits for you', scope: 'Session', when, run: goToRequest });
  if (phase === 'gone') {
    return (
      <EmptyState
        icon={<MessagesSquare size={20} />}
        title="No such session"
        detail="It was deleted, or the address was cut off."
        action={
          <Link href={paths.sessions(project.id)} className={buttonClasses('primary')}>
            All sessions
          </Link>
        }
      />
    );
  }
  if (phase === 'failed') {
    const detail = reason || 'The server cannot show it. Its log says why.';
    return <LoadFailed what="this session" detail={detail} onRetry={() => location.reload()} />;
  }
  return (
    <>
      <ChatHeader />
      {phase === 'loading' ? <ChatSkeleton /> : <Conversation />}
      <Disconnected />
      {canEdit ? (
        <Composer />
      ) : (
        <p className="border-t px-4 py-3 text-center text-sm text-soft">
          You can read this session. To answer, ask an owner of the project for the role of an editor.
        </p>
      )}
      <Announcements />
    </>
  );
}

function Conversation() {
  const { session, project, canEdit } = useChat();
  const { length } = useRowList(session.transcript, MAIN);
  const { session: info, isWhole } = useSessionState(session);
  const isEmpty = length === 0 && isWhole && (info?.queued_messages.length ?? 0) === 0;
  if (!isEmpty || info?.status === 'running' || info?.status === 'queued') return <TranscriptList />;
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center overflow-y-auto">
      <EmptyState
        icon={<MessagesSquare size={20} />}
        title="Nothing has been said yet"
        detail={canEdit ? <WhatItKnows project={project.id} info={info} /> : undefined}
      />
    </div>
  );
}

/** What an agent to which nothing was said yet knows, and where it will work. */
function WhatItKnows({ project, info }: { project: string; info: Session | null }) {
  const look = 'rounded-xs text-accent-ink underline underline-offset-2';
  const { forked_from: source = null, forked_at_turn: turn = null } = info ?? {};
  return (
    <>
      {source === null ? (
        'Write what the agent should do. '
      ) : (
        <>
          The agent knows{' '}
          <Link href={paths.session(project, source)} className={look}>
            the conversation this was forked from
          </Link>
          {turn === null ? '' : `, up to turn ${turn}`}. Write what it should do next.{' '}
        </>
      )}
      {info?.card_id && info.board_id ? (
        <>
          It works on the files of{' '}
          <Link href={paths.card(project, info.board_id, info.card_id)} className={look}>
            its card
          </Link>
          .
        </>
      ) : (
        'It works in the folder of this project.'
      )}
    </>
  );
}

function Disconnected() {
  const live = useLive();
  const { phase } = useConnection();
  if (phase === 'online') return null;
  return (
    <div className="mx-auto w-full max-w-200 animate-late px-4 pb-2 md:px-6">
      <Banner
        tone="warn"
        action={
          <Button size="sm" onClick={() => live.retryNow()}>
            Connect now
          </Button>
        }
      >
        No connection. The agent goes on without you; what it does appears here once you are back.
      </Banner>
    </div>
  );
}

function goToRequest(): void {
  const card = [...document.querySelectorAll<HTMLElement>('[data-request]')].at(-1);
  card?.scrollIntoView({ block: 'nearest' });
  (card?.querySelector<HTMLElement>('fieldset input, footer button:last-child') ?? card)?.focus();
}
