import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { agentLabel, byActivity, MODES, price } from '@/lib/session-words';
import { ago, exactTime, useNow } from '@/lib/time';
import type { Session } from '@/live/session-wire';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { SessionStatus } from '@/ui/SessionStatus';
import { Loaded, TabBody } from './WorkTab';
import { useWork, type WorkTabProps } from './work';

interface SessionsTabProps extends WorkTabProps {
  /** Begins another conversation about the card. */
  onNew: () => void;
}

/** All conversations that were had about a card. */
export default function SessionsTab({ onNew, ...props }: SessionsTabProps) {
  const { status, details, canEdit } = useWork(props);
  const begin = canEdit ? (
    <Button icon={<MessageSquarePlus size={14} aria-hidden="true" />} onClick={onNew}>
      New conversation
    </Button>
  ) : null;
  return (
    <TabBody>
      <Loaded what="the sessions" of={details}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <EmptyState
              icon={<MessagesSquare size={18} />}
              title="No agent has worked on this card"
              detail="Start the card where it is, or talk to an agent about it first."
              action={begin}
            />
          ) : (
            <div className="flex flex-col gap-3 px-5 py-4">
              <div className="flex items-center gap-2">
                <p className="min-w-0 flex-1 text-sm text-soft">
                  {total(sessions)}
                  {sessions.length >= MOST ? ` The newest ${MOST} are shown.` : ''}
                </p>
                {begin}
              </div>
              <ul className="flex flex-col overflow-hidden rounded-md border">
                {byActivity(sessions).map((session) => (
                  <Row
                    key={session.id}
                    session={session}
                    isCurrent={session.id === status?.session_id}
                    onOpen={() => props.show('chat', { session: session.id })}
                  />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </TabBody>
  );
}

/** The server names no more of a card. */
const MOST = 50;

function total(sessions: readonly Session[]): string {
  const cost = price(sessions.reduce((sum, { cost_usd }) => sum + cost_usd, 0));
  const count = sessions.length === 1 ? 'One conversation' : `${sessions.length} conversations`;
  return cost ? `${count}, ${cost} in all.` : `${count}.`;
}

interface RowProps {
  session: Session;
  isCurrent: boolean;
  onOpen: () => void;
}

function Row({ session, isCurrent, onOpen }: RowProps) {
  const now = useNow();
  const facts = [
    session.scripted ? 'Scripted, not a model' : agentLabel(session.agent),
    MODES[session.mode]?.label,
    price(session.cost_usd),
    isCurrent ? 'the last at work' : '',
  ];
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full flex-col gap-0.5 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2 coarse:py-3"
      >
        <span className="flex w-full items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{session.title}</span>
          <SessionStatus status={session.status} />
        </span>
        <span className="flex w-full items-center gap-2 text-xs text-mute">
          <span className="min-w-0 flex-1 truncate">{facts.filter(Boolean).join(' · ')}</span>
          <time dateTime={session.updated_at} title={exactTime(session.updated_at)} className="shrink-0">
            {ago(session.updated_at, now)}
          </time>
        </span>
      </button>
    </li>
  );
}
