import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import { type KeyboardEvent, useEffect } from 'react';
import type { BoardBeside } from '@/lib/board-beside';
import { isTyping } from '@/lib/keys';
import { useMedia, WIDE } from '@/lib/media';
import type { Project } from '@/lib/server-data';
import { useSessions } from '@/lib/session-data';
import { byActivity } from '@/lib/session-words';
import { IconButton } from '@/ui/IconButton';
import { Sheet } from '@/ui/Sheet';
import { BoardSessions } from './BoardSessions';
import ChatPanel from './ChatPanel';
import { ChatSkeleton } from './ChatSkeleton';
import { StartChat } from './StartChat';
import { LAST, NEW } from './shown';

interface BoardChatProps {
  project: Project;
  beside: BoardBeside;
  /** A session, `LAST` or `NEW`. */
  shown: string;
  onShow: (shown: string) => void;
  onClose: () => void;
}

/** The sessions of a board, one at a time, beside it. */
export default function BoardChat({ project, beside, shown, onShow, onClose }: BoardChatProps) {
  const isWide = useMedia(WIDE);
  const canEdit = project.role !== 'viewer';
  const { data, error } = useSessions(project.id, { board: beside.id });
  const sessions = data && byActivity(data.items);
  const isKnown = sessions !== undefined || error !== undefined;
  const last = sessions?.[0]?.id ?? NEW;
  // Which one was the last is found out once, so that a session somebody else begins does not take its place.
  useEffect(() => {
    if (shown === LAST && isKnown) onShow(last);
  }, [shown, isKnown, last, onShow]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !isWide || !isTyping(event.target)) return;
    event.preventDefault();
    beside.leave();
  };
  return (
    <Sheet
      title="Chat"
      heading={<BoardSessions project={project} sessions={sessions ?? []} shown={shown} onShow={onShow} />}
      actions={
        canEdit ? (
          <IconButton
            label="New session"
            icon={<MessageSquarePlus size={16} />}
            disabled={shown === NEW}
            onClick={() => onShow(NEW)}
          />
        ) : null
      }
      resizable="chat"
      fill
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears what the fields inside leave over. */}
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
        {shown === LAST ? (
          <ChatSkeleton />
        ) : shown !== NEW ? (
          <ChatPanel key={shown} project={project} sessionId={shown} embedded beside={beside} />
        ) : canEdit ? (
          <StartChat project={project.id} beside={beside} onStarted={onShow} />
        ) : (
          <p className="m-auto px-6 text-center text-sm text-soft">No agent has worked at this board yet.</p>
        )}
      </div>
    </Sheet>
  );
}
