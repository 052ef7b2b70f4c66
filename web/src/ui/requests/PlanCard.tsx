import ClipboardList from 'lucide-react/icons/clipboard-list';
import { useState } from 'react';
import type { Reply } from '@/lib/sessions-api';
import { useSubmit } from '@/lib/submit';
import type { PlanData } from '@/live/session-wire';
import { Button } from '../Button';
import { LongText } from '../LongText';
import Markdown from '../Markdown';
import { TextArea } from '../TextArea';
import { RequestFrame } from './RequestFrame';

interface PlanCardProps {
  data: PlanData;
  onReply: (reply: Reply) => Promise<void>;
}

type Doing = { readonly as: 'reading' } | { readonly as: 'editing' | 'commenting'; readonly text: string };

/** A plan to approve, to edit, or to send back. */
export function PlanCard({ data, onReply }: PlanCardProps) {
  const [doing, setDoing] = useState<Doing>({ as: 'reading' });
  const { busy, general, submit } = useSubmit([]);
  const { plan, plan_sha256, path } = data;
  const answer = (rest: { approve: boolean; plan?: string; feedback?: string }) =>
    void submit(() => onReply({ to: 'plan', plan_sha256, ...rest }));
  const cancel = <Button onClick={() => setDoing({ as: 'reading' })}>Cancel</Button>;
  return (
    <RequestFrame
      icon={<ClipboardList size={16} />}
      title="A plan for you to approve"
      aside={
        path ? (
          <span className="min-w-0 truncate font-mono text-xs text-soft" title={path}>
            {path.split('/').at(-1)}
          </span>
        ) : null
      }
      problem={general}
      footer={
        doing.as === 'reading' ? (
          <>
            <Button
              variant="ghost"
              className="-ml-3"
              onClick={() => setDoing({ as: 'commenting', text: '' })}
            >
              Ask for changes
            </Button>
            <span className="flex-1" />
            <Button disabled={plan === ''} onClick={() => setDoing({ as: 'editing', text: plan })}>
              Edit
            </Button>
            <Button variant="primary" busy={busy} onClick={() => answer({ approve: true })}>
              Approve
            </Button>
          </>
        ) : (
          <>
            <span className="flex-1" />
            {cancel}
            <Button
              variant="primary"
              busy={busy}
              disabled={doing.text.trim() === ''}
              onClick={() =>
                answer(
                  doing.as === 'editing'
                    ? { approve: true, ...(doing.text !== plan && { plan: doing.text }) }
                    : { approve: false, feedback: doing.text.trim() },
                )
              }
            >
              {doing.as === 'editing' ? 'Approve this plan' : 'Send it back'}
            </Button>
          </>
        )
      }
    >
      {doing.as === 'editing' ? (
        <TextArea
          label="Plan"
          hideLabel
          autoFocus
          rows={Math.min(24, Math.max(8, doing.text.split('\n').length + 1))}
          className="[&_textarea]:font-mono [&_textarea]:text-sm"
          value={doing.text}
          onChange={(event) => setDoing({ as: 'editing', text: event.target.value })}
        />
      ) : (
        <PlanText plan={plan} />
      )}
      {doing.as === 'commenting' ? (
        <TextArea
          label="What should be different?"
          autoFocus
          rows={3}
          value={doing.text}
          onChange={(event) => setDoing({ as: 'commenting', text: event.target.value })}
        />
      ) : null}
    </RequestFrame>
  );
}

/** A plan as it reads. */
export function PlanText({ plan }: { plan: string }) {
  if (plan.trim() === '') return <p className="text-sm text-mute">The agent wrote no text for this plan.</p>;
  return (
    <LongText text={plan}>
      <Markdown source={plan} />
    </LongText>
  );
}
