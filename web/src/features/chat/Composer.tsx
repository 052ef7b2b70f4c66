import ArrowUp from 'lucide-react/icons/arrow-up';
import Square from 'lucide-react/icons/square';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { attempt } from '@/lib/attempt';
import { messageDraft } from '@/lib/draft';
import { useShortcut } from '@/lib/keys';
import { useConnection } from '@/lib/live-hooks';
import { useMe } from '@/lib/session';
import { useSessionPart } from '@/lib/session-hooks';
import { interruptSession, sendMessage } from '@/lib/sessions-api';
import { IconButton } from '@/ui/IconButton';
import { useChat } from './context';
import { MessageQueue } from './MessageQueue';

const MAX_MESSAGE = 100_000;

/** Where a message to the agent is written, below those that wait their turn. */
export function Composer() {
  const { session } = useChat();
  const me = useMe();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const draft = messageDraft(me.id, session.id);
  const [text, setText] = useState(() => draft.read());
  const [isBusy, setIsBusy] = useState(false);
  const isOnline = useConnection().phase === 'online';
  const status = useSessionPart(session, ({ session: info }) => info?.status);
  const isWorking = status === 'running' || status === 'waiting';

  const write = (next: string) => {
    setText(next);
    draft.write(next);
  };
  const send = async () => {
    const content = text.trim();
    if (content === '' || isBusy || !isOnline) return;
    setIsBusy(true);
    const sent = await attempt('The message was not sent', async () =>
      session.put(await sendMessage(session.id, content)),
    );
    setIsBusy(false);
    // What was written in the meantime stays.
    if (sent && box.current?.value.trim() === content) write('');
  };
  const interrupt = () =>
    attempt('The agent was not interrupted', async () => session.put(await interruptSession(session.id)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || hasTouchKeyboard())
      return;
    event.preventDefault();
    void send();
  };
  useShortcut({ keys: 'c', label: 'Write a message', scope: 'Session', run: () => box.current?.focus() });
  useShortcut({
    keys: 'mod+.',
    label: 'Interrupt the agent',
    scope: 'Session',
    enabled: isWorking,
    run: () => void interrupt(),
  });
  return (
    <div className="mx-auto w-full max-w-200 px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
      <MessageQueue
        onTakenBack={(content) => write(text.trim() === '' ? content : `${text}\n\n${content}`)}
      />
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
          value={text}
          placeholder={isWorking ? 'Write the next message' : 'Write to the agent'}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-60 min-h-8 min-w-0 flex-1 resize-none bg-transparent px-2 py-1 text-base outline-none coarse:min-h-10 coarse:py-2 coarse:text-lg"
        />
        {isWorking ? (
          <IconButton
            label="Interrupt the agent"
            shortcut="mod+."
            variant="quiet"
            tooltipSide="top"
            icon={<Square size={13} fill="currentColor" />}
            onClick={() => void interrupt()}
          />
        ) : null}
        <IconButton
          label={isOnline ? 'Send' : 'Send, once the server can be reached'}
          shortcut="enter"
          tooltipSide="top"
          busy={isBusy}
          disabled={text.trim() === '' || !isOnline}
          icon={<ArrowUp size={16} />}
          className="enabled:bg-accent enabled:text-on-accent enabled:hover:bg-accent-hover enabled:hover:text-on-accent"
          onClick={() => void send()}
        />
      </div>
    </div>
  );
}

/** Where there is no Shift+Enter, Enter begins a new line, and the button sends. */
function hasTouchKeyboard(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
