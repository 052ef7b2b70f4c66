import Square from 'lucide-react/icons/square';
import { useRef, useState } from 'react';
import { attempt } from '@/lib/attempt';
import { messageDraft } from '@/lib/draft';
import { useShortcut } from '@/lib/keys';
import { useMe } from '@/lib/session';
import { useSessionPart } from '@/lib/session-hooks';
import { interruptSession, sendMessage } from '@/lib/sessions-api';
import { IconButton } from '@/ui/IconButton';
import { useChat, useIsForChat } from './context';
import { useFocusAtFirst } from './focus';
import { MessageBox } from './MessageBox';
import { MessageQueue } from './MessageQueue';

/** Where a message to the agent is written, below those that wait their turn. */
export function Composer() {
  const { session, beside } = useChat();
  const me = useMe();
  const box = useRef<HTMLTextAreaElement>(null);
  const draft = messageDraft(me.id, session.id);
  const [text, setText] = useState(() => draft.read());
  const [isBusy, setIsBusy] = useState(false);
  const status = useSessionPart(session, ({ session: info }) => info?.status);
  const isWorking = status === 'running' || status === 'waiting';
  const when = useIsForChat();
  useFocusAtFirst(box, beside !== null);

  const write = (next: string) => {
    setText(next);
    draft.write(next);
  };
  const send = async () => {
    const content = text.trim();
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
  useShortcut({
    keys: 'c',
    label: 'Write a message',
    scope: 'Session',
    when,
    run: () => box.current?.focus(),
  });
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
      {beside?.about}
      <MessageBox
        box={box}
        value={text}
        placeholder={isWorking ? 'Write the next message' : 'Write to the agent'}
        busy={isBusy}
        onChange={write}
        onSend={() => void send()}
      >
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
      </MessageBox>
    </div>
  );
}
