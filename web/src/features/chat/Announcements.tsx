import { useSessionState } from '@/lib/session-hooks';
import { useChat } from './context';

const WAITS = {
  question: 'The agent asks a question.',
  plan: 'The agent has a plan for you to approve.',
  permission: 'The agent asks for a permission.',
};

/** Says to a screen reader what has become of the session; the words themselves would never end. */
export function Announcements() {
  const { session: info } = useSessionState(useChat().session);
  const waiting = info?.waiting.at(-1);
  const words = {
    queued: 'The session is queued.',
    running: 'The agent is working.',
    waiting: waiting ? WAITS[waiting.kind] : 'The agent waits for you.',
    idle: 'The agent is done.',
    failed: 'The session failed.',
    ended: 'The session has ended.',
  };
  return (
    <p role="status" className="sr-only">
      {info ? words[info.status] : ''}
    </p>
  );
}
