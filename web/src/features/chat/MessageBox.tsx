import ArrowUp from 'lucide-react/icons/arrow-up';
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';
import { useConnection } from '@/lib/live-hooks';
import { IconButton } from '@/ui/IconButton';

const MAX_MESSAGE = 100_000;

interface MessageBoxProps {
  box: RefObject<HTMLTextAreaElement | null>;
  value: string;
  placeholder: string;
  busy: boolean;
  /** Whether something keeps it from being sent, besides being empty. */
  held?: boolean;
  onChange: (value: string) => void;
  onSend: () => void;
  /** Buttons beside the one that sends. */
  children?: ReactNode;
}

/** Where a message is written. */
export function MessageBox({
  box,
  value,
  placeholder,
  busy,
  held = false,
  onChange,
  onSend,
  children,
}: MessageBoxProps) {
  const id = useId();
  const isOnline = useConnection().phase === 'online';
  const canSend = value.trim() !== '' && !busy && !held && isOnline;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || hasTouchKeyboard())
      return;
    event.preventDefault();
    if (canSend) onSend();
  };
  return (
    <div className="flex items-end gap-2 rounded-lg border border-line-strong bg-panel p-1.5 shadow-card focus-within:border-[var(--ring)]">
      <label htmlFor={id} className="sr-only">
        Message to the agent
      </label>
      <textarea
        ref={box}
        id={id}
        data-composer=""
        rows={1}
        maxLength={MAX_MESSAGE}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-60 min-h-8 min-w-0 flex-1 resize-none bg-transparent px-2 py-1 text-base outline-none coarse:min-h-10 coarse:py-2 coarse:text-lg"
      />
      {children}
      <IconButton
        label={isOnline ? 'Send' : 'Send, once the server can be reached'}
        shortcut="enter"
        tooltipSide="top"
        busy={busy}
        disabled={value.trim() === '' || held || !isOnline}
        icon={<ArrowUp size={16} />}
        className="enabled:bg-accent enabled:text-on-accent enabled:hover:bg-accent-hover enabled:hover:text-on-accent"
        onClick={() => {
          if (canSend) onSend();
        }}
      />
    </div>
  );
}

/** Where there is no Shift+Enter, Enter begins a new line, and the button sends. */
export function hasTouchKeyboard(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
