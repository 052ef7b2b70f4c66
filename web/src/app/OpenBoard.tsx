import History from 'lucide-react/icons/history';
import { type ReactNode, Suspense, useState } from 'react';
import { useCommands } from '@/lib/commands';
import { useShortcut } from '@/lib/keys';
import { useBoard, usePeers } from '@/lib/live-hooks';
import { useMedia, WIDE } from '@/lib/media';
import type { Board, Project } from '@/lib/server-data';
import { useMe } from '@/lib/session';
import type { LiveBoard } from '@/live/board';
import type { BoardNode } from '@/live/wire';
import { AvatarStack } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import { IconButton } from '@/ui/IconButton';
import { LoadFailed } from '@/ui/LoadFailed';
import { OverlayBoundary } from '@/ui/OverlayBoundary';
import { BoardSkeleton } from './BoardSkeleton';
import { useRefusals, useStatusPart } from './board-hooks';
import { CardTabs } from './CardTabs';
import { ChatBeside } from './ChatBeside';
import { LoadingBoard } from './LoadingBoard';
import { NoBoard } from './NoBoard';
import { OfflineStrip } from './OfflineStrip';
import { type OpenChat, useOpenChat } from './open-chat';
import { HistoryPanel, KanbanBoard, PastWhiteboard, WhiteboardView } from './pages';
import { RefusedEdits } from './RefusedEdits';
import { SaveIndicator } from './SaveIndicator';

interface OpenBoardProps {
  info: Board;
  project: Project;
  frame: (children: ReactNode, more: { tools: ReactNode; strip: ReactNode }) => ReactNode;
}

/** A board while it is followed: its view, and what the bar says about it. */
export function OpenBoard({ info, project, frame }: OpenBoardProps) {
  const board = useBoard(info.id);
  const [history, setHistory] = useState(false);
  const chat = useOpenChat(() => setHistory(false));
  const refused = useRefusals(board);
  useShortcut({ keys: 'shift+h', label: 'History', scope: 'Board', run: () => setHistory(!history) });
  useCommands([
    {
      id: 'board.history',
      label: 'Show the history',
      group: 'Board',
      shortcut: 'shift+h',
      run: () => setHistory(true),
    },
  ]);
  const tools = (
    <>
      {project.role === 'viewer' ? <Badge>View only</Badge> : null}
      <SaveIndicator board={board} />
      <HereNow board={board} />
      <IconButton
        label="History"
        shortcut="shift+h"
        aria-pressed={history}
        icon={<History size={16} />}
        onClick={() => setHistory(!history)}
      />
    </>
  );
  return frame(
    <>
      <BoardContent
        board={board}
        info={info}
        project={project}
        chat={history ? { ...chat, shown: null } : chat}
      />
      {refused.refusals.length > 0 ? (
        <RefusedEdits refusals={refused.refusals} onClose={refused.dismiss} />
      ) : null}
      {history ? (
        <OverlayBoundary onFail={() => setHistory(false)}>
          <HistoryPanel
            board={board}
            project={project}
            draw={info.kind === 'whiteboard' ? drawWhiteboard : undefined}
            onClose={() => setHistory(false)}
          />
        </OverlayBoundary>
      ) : null}
    </>,
    { tools, strip: <OfflineStrip board={board} /> },
  );
}

function drawWhiteboard(nodes: readonly BoardNode[]): ReactNode {
  return (
    <Suspense fallback={<div className="flex-1" />}>
      <PastWhiteboard nodes={nodes} />
    </Suspense>
  );
}

interface BoardContentProps {
  board: LiveBoard;
  info: Board;
  project: Project;
  chat: OpenChat;
}

function BoardContent({ board, info, project, chat }: BoardContentProps) {
  const me = useMe();
  const phase = useStatusPart(board, (status) => status.phase);
  const reason = useStatusPart(board, (status) => status.reason);
  if (phase === 'gone') return <NoBoard project={project} />;
  if (phase === 'failed') {
    const detail = reason ?? 'The server cannot open it. Its log says why.';
    return <LoadFailed what="this board" detail={detail} onRetry={() => location.reload()} />;
  }
  if (phase === 'loading') return <LoadingBoard />;
  switch (info.kind) {
    case 'kanban':
      return (
        <Suspense fallback={<BoardSkeleton />}>
          <KanbanBoard
            board={board}
            project={project}
            me={me}
            workTab={(tab) => <CardTabs board={board} project={project} {...tab} />}
          />
        </Suspense>
      );
    case 'whiteboard':
      return (
        <Suspense fallback={<BoardSkeleton />}>
          <WhiteboardView
            board={board}
            title={info.title}
            project={project}
            me={me}
            chat={{
              isOpen: chat.shown !== null,
              open: chat.open,
              close: chat.close,
              panel: (beside) => <ChatBeside project={project} beside={beside} chat={chat} />,
            }}
          />
        </Suspense>
      );
    default:
      return (
        <LoadFailed
          what="this board"
          detail="This page is older than the server. Reload it."
          onRetry={() => location.reload()}
        />
      );
  }
}

function HereNow({ board }: { board: LiveBoard }) {
  const me = useMe();
  const others = new Map(usePeers(board).map(({ user }) => [user.id, user]));
  const wide = useMedia(WIDE);
  others.delete(me.id);
  return <AvatarStack label="Here now" max={wide ? 4 : 2} people={[...others.values()]} />;
}
