import MessageSquare from 'lucide-react/icons/message-square';
import { useContext } from 'react';
import { useMedia, WIDE } from '@/lib/media';
import { IconButton } from '@/ui/IconButton';
import { Tooltip } from '@/ui/Tooltip';
import { ChatDoorContext, useWhiteboard } from './context';

/** Opens the chat with agents; while it is open, it has a button of its own to close it. */
export function ChatButton() {
  const { isOpen, open } = useContext(ChatDoorContext);
  const { canEdit } = useWhiteboard();
  const isWide = useMedia(WIDE);
  if (isOpen && isWide) return null;
  if (isWide) {
    return (
      <Tooltip content="Chat with an agent about this board" shortcut="shift+c" side="bottom" align="end">
        {(tip) => (
          <button
            type="button"
            {...tip}
            className="absolute top-3 right-3 z-10 flex h-9 items-center gap-2 rounded-lg bg-raised px-3 text-sm font-medium shadow-float hover:bg-hover"
            onClick={() => open()}
          >
            <MessageSquare size={15} aria-hidden="true" className="text-soft" />
            Chat
          </button>
        )}
      </Tooltip>
    );
  }
  return (
    <div
      className="absolute top-2 z-10 flex rounded-lg bg-raised p-0.5 shadow-float"
      // Beside the buttons for undo and redo, which only those have who may edit.
      style={{ right: canEdit ? '6.25rem' : '0.5rem' }}
    >
      <IconButton label="Chat" icon={<MessageSquare size={17} />} onClick={() => open()} />
    </div>
  );
}
