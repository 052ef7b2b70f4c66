import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { describeCall } from '@/lib/tool-call';
import type { Answers, Asked, Outcome, Settled } from '@/live/session-wire';
import { PathText } from '../PathText';
import { PlanText } from './PlanCard';

const OUTCOMES: Readonly<Record<Outcome, { readonly words: string; readonly icon: ReactNode }>> = {
  answered: { words: 'Answered', icon: <Check size={14} className="text-done" /> },
  approved: { words: 'Plan approved', icon: <Check size={14} className="text-done" /> },
  allowed: { words: 'Allowed', icon: <Check size={14} className="text-done" /> },
  declined: { words: 'Declined', icon: <X size={14} className="text-error" /> },
  rejected: { words: 'Plan sent back', icon: <X size={14} className="text-error" /> },
  denied: { words: 'Denied', icon: <X size={14} className="text-error" /> },
  withdrawn: { words: 'Not needed any more', icon: <Minus size={14} className="text-mute" /> },
};

interface SettledRequestProps {
  asked: Asked;
  settled: Settled;
}

/** What became of something that was asked. */
export function SettledRequest({ asked, settled }: SettledRequestProps) {
  const { words, icon } = OUTCOMES[settled.outcome] ?? OUTCOMES.withdrawn;
  const said = settled.feedback || settled.message;
  return (
    <div className="flex flex-col gap-2 rounded-md border bg-panel px-3 py-2 text-sm">
      <p className="flex items-center gap-2">
        <span aria-hidden="true" className="flex shrink-0">
          {icon}
        </span>
        <span className="font-medium">{words}</span>
        {asked.kind === 'permission' ? <Summary asked={asked} /> : null}
        {settled.always ? <span className="shrink-0 text-xs text-soft">from now on</span> : null}
        {settled.by_name ? (
          <span className="ml-auto shrink-0 text-xs text-mute">{settled.by_name}</span>
        ) : null}
      </p>
      {asked.kind === 'question' ? <Answered asked={asked} answers={settled.answers ?? null} /> : null}
      {asked.kind === 'plan' ? (
        <details>
          <summary className="w-fit rounded-xs text-xs text-soft">
            {settled.plan ? 'Show the plan as it was edited' : 'Show the plan'}
          </summary>
          <div className="mt-2 border-t pt-3">
            <PlanText plan={settled.plan || asked.data.plan} />
          </div>
        </details>
      ) : null}
      {said ? <p className="whitespace-pre-wrap wrap-anywhere text-soft">“{said}”</p> : null}
    </div>
  );
}

function Answered({
  asked,
  answers,
}: {
  asked: Extract<Asked, { kind: 'question' }>;
  answers: Answers | null;
}) {
  return (
    <dl className="flex flex-col gap-1.5">
      {asked.data.questions.map(({ question }) => {
        const answer = answers?.[question];
        return (
          <div key={question}>
            <dt className="text-pretty wrap-anywhere text-soft">{question}</dt>
            {answer === undefined ? null : (
              <dd className="font-medium wrap-anywhere">
                {typeof answer === 'string' ? answer : answer.join(', ')}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function Summary({ asked }: { asked: Extract<Asked, { kind: 'permission' }> }) {
  const { verb, subject, isPath } = describeCall(asked.data.name, asked.data.input);
  if (isPath && subject) return <PathText path={subject} />;
  return <span className="min-w-0 flex-1 truncate font-mono text-xs text-soft">{subject || verb}</span>;
}
