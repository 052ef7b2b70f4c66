import { Problem, toProblem } from '@/lib/problem';
import { refreshInbox } from '@/lib/session-data';
import { type Reply, reply } from '@/lib/sessions-api';
import type { Asked, Session } from '@/live/session-wire';
import { PermissionCard } from './PermissionCard';
import { PlanCard } from './PlanCard';
import { QuestionCard } from './QuestionCard';

interface RequestCardProps {
  session: string;
  asked: Asked;
  /** Called with the session as it is after the answer. */
  onAnswered: (session: Session) => void;
}

const SAID: Readonly<Record<string, string>> = {
  request_settled: 'This has been answered already, or the agent does not need it any more.',
  plan_changed: 'The plan has changed since it was shown here. Look at the new one, then answer.',
};

/** Something an agent asks, with all that can be answered to it. */
export function RequestCard({ session, asked, onAnswered }: RequestCardProps) {
  const onReply = async (said: Reply) => {
    try {
      onAnswered(await reply(session, asked.data.request_id, said));
    } catch (error) {
      const problem = toProblem(error);
      const message = SAID[problem.code];
      throw message ? new Problem({ status: problem.status, code: problem.code, message }) : error;
    } finally {
      refreshInbox();
    }
  };
  switch (asked.kind) {
    case 'question':
      return <QuestionCard data={asked.data} onReply={onReply} />;
    case 'plan':
      return <PlanCard data={asked.data} onReply={onReply} />;
    case 'permission':
      return <PermissionCard data={asked.data} onReply={onReply} />;
  }
}
