import type { BoardBeside } from '@/lib/board-beside';
import type { Project } from '@/lib/server-data';
import { OverlayBoundary } from '@/ui/OverlayBoundary';
import type { OpenChat } from './open-chat';
import { BoardChat } from './pages';

interface ChatBesideProps {
  project: Project;
  beside: BoardBeside;
  chat: OpenChat;
}

/** The chat with agents beside a board. */
export function ChatBeside({ project, beside, chat: { shown, show, close } }: ChatBesideProps) {
  if (shown === null) return null;
  return (
    <OverlayBoundary onFail={close}>
      <BoardChat project={project} beside={beside} shown={shown} onShow={show} onClose={close} />
    </OverlayBoundary>
  );
}
