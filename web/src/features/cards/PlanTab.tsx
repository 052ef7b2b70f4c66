import ClipboardList from 'lucide-react/icons/clipboard-list';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import type { CardPlan } from '@/lib/cards-api';
import { copyText } from '@/lib/copy';
import { useMembers } from '@/lib/server-data';
import { useLiveSession, useSessionState } from '@/lib/session-hooks';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LongText } from '@/ui/LongText';
import Markdown from '@/ui/Markdown';
import { PlanText } from '@/ui/requests/PlanCard';
import { RequestCard } from '@/ui/requests/RequestCard';
import { toast } from '@/ui/toast';
import { Loaded, TabBody } from './WorkTab';
import { useWork, type WorkTabProps } from './work';

/** The plan that waits for approval, else the one that was approved, word for word. */
export default function PlanTab(props: WorkTabProps) {
  const { status, details, canEdit } = useWork(props);
  const isAsked = status?.waiting?.some(({ kind }) => kind === 'plan') === true;
  const waiting = isAsked ? status?.session_id : null;
  return (
    <TabBody>
      <Loaded what="the plan" of={details}>
        {({ plan }) =>
          waiting ? (
            <WaitingPlan key={waiting} session={waiting} canEdit={canEdit} show={props.show} />
          ) : plan ? (
            <Plan plan={plan} {...props} />
          ) : (
            <NoPlan isAsked={false} show={props.show} />
          )
        }
      </Loaded>
    </TabBody>
  );
}

function NoPlan({ isAsked, show }: { isAsked: boolean } & Pick<WorkTabProps, 'show'>) {
  return (
    <EmptyState
      icon={<ClipboardList size={18} />}
      title={isAsked ? 'A plan waits for you' : 'No plan has been approved'}
      detail={
        isAsked
          ? 'Read it in the chat, then approve it, change it, or send it back.'
          : 'In a column that plans, an agent reads the code and writes a plan. Once you approve it, it stands here word for word.'
      }
      action={
        isAsked ? (
          <Button variant="primary" onClick={() => show('chat')}>
            Read the plan
          </Button>
        ) : null
      }
    />
  );
}

interface WaitingPlanProps extends Pick<WorkTabProps, 'show'> {
  session: string;
  canEdit: boolean;
}

/** A plan that waits for approval, with all that can be said to it. */
function WaitingPlan({ session: id, canEdit, show }: WaitingPlanProps) {
  const session = useLiveSession(id);
  const asked = useSessionState(session).session?.waiting.find(({ kind }) => kind === 'plan');
  if (asked?.kind !== 'plan') return <NoPlan isAsked show={show} />;
  return (
    <div className="px-5 py-4">
      {canEdit ? (
        <RequestCard
          key={asked.request_id}
          session={id}
          asked={asked}
          onAnswered={(after) => session.put(after)}
        />
      ) : (
        <PlanText plan={asked.data.plan} />
      )}
    </div>
  );
}

function Plan({ plan, project, show }: { plan: CardPlan } & WorkTabProps) {
  const [isExact, setIsExact] = useState(false);
  const members = useMembers(project.id).data;
  const by = members?.find(({ user_id }) => user_id === plan.approved_by)?.name;
  const copy = async () => {
    toast({
      title: (await copyText(plan.text)) ? 'Copied the plan' : 'The browser did not let it be copied',
    });
  };
  return (
    <div className="px-5 py-4">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-40 flex-1 text-sm text-soft">
          {by ? `Approved by ${by}. ` : 'Approved. '}
          <button
            type="button"
            onClick={() => show('chat', { session: plan.session_id })}
            className="rounded-xs text-accent-ink underline underline-offset-2"
          >
            Its conversation
          </button>
        </p>
        <Button size="sm" aria-pressed={isExact} onClick={() => setIsExact(!isExact)}>
          {isExact ? 'Show formatted' : 'Show as written'}
        </Button>
        <Button size="sm" icon={<Copy size={13} aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      {isExact ? (
        <pre className="rounded-md border bg-sunken px-4 py-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          {plan.text}
        </pre>
      ) : (
        <LongText text={plan.text}>
          <Markdown source={plan.text} />
        </LongText>
      )}
    </div>
  );
}
