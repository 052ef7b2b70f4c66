import Clock from 'lucide-react/icons/clock';
import Undo2 from 'lucide-react/icons/undo-2';
import { attempt } from '@/lib/attempt';
import { Problem, toProblem } from '@/lib/problem';
import { useMe } from '@/lib/session';
import { useSessionState } from '@/lib/session-hooks';
import { takeBackMessage } from '@/lib/sessions-api';
import type { QueuedMessage } from '@/live/session-wire';
import { IconButton } from '@/ui/IconButton';
import { useChat } from './context';

function explain(error: unknown): never {
  const { status, code } = toProblem(error);
  if (code !== 'request_settled') throw error;
  throw new Problem({ status, code, message: 'The agent has it already and turns to it next.' });
}

/** Messages that the agent has not seen yet. Their authors can take them back. */
export function MessageQueue({ onTakenBack }: { onTakenBack: (content: string) => void }) {
  const { session } = useChat();
  const me = useMe();
  const { session: info } = useSessionState(session);
  if (!info || info.queued_messages.length === 0) return null;
  const takeBack = (message: QueuedMessage) =>
    attempt('The message was not taken back', async () => {
      session.put(await takeBackMessage(session.id, message.id).catch(explain));
      if (message.sent_by === me.id) onTakenBack(message.content);
    });
  return (
    <ul aria-label="Messages that wait their turn" className="mb-2 flex flex-col gap-1">
      {info.queued_messages.map((message) => (
        <li key={message.id} className="flex items-center gap-2 rounded-md bg-hover py-1 pr-1 pl-3 text-sm">
          <Clock size={14} aria-hidden="true" className="shrink-0 text-mute" />
          <span className="min-w-0 flex-1 truncate" title={message.content}>
            {message.content}
          </span>
          <span className="shrink-0 text-xs text-mute">Queued</span>
          <IconButton
            label="Take this message back"
            size="sm"
            tooltipSide="top"
            icon={<Undo2 size={14} />}
            onClick={() => void takeBack(message)}
          />
        </li>
      ))}
    </ul>
  );
}
