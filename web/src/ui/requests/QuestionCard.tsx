import Check from 'lucide-react/icons/check';
import CircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { classes } from '@/lib/classes';
import { isTyping } from '@/lib/keys';
import type { Reply } from '@/lib/sessions-api';
import { useSubmit } from '@/lib/submit';
import type { QuestionData } from '@/live/session-wire';
import { Badge } from '../Badge';
import { Button } from '../Button';
import { answerOf, answersOf, type Choice, choose, NO_CHOICE } from './choice';
import { QuestionOptions } from './QuestionOptions';
import { RequestFrame } from './RequestFrame';

interface QuestionCardProps {
  data: QuestionData;
  onReply: (reply: Reply) => Promise<void>;
}

/** Questions of an agent, one step for each. Keys choose, Enter goes on. */
export function QuestionCard({ data, onReply }: QuestionCardProps) {
  const { questions } = data;
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [step, setStep] = useState(0);
  const { busy, general, submit } = useSubmit([]);
  const question = questions[step];
  const choice = choices[step] ?? NO_CHOICE;
  const answers = answersOf(questions, choices);
  const isLast = step === questions.length - 1;
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The keys go on with the question that is shown now.
    form.current?.querySelector<HTMLElement>('fieldset input')?.focus();
  }, [step]);

  const change = (next: Choice) =>
    setChoices(questions.map((_, index) => (index === step ? next : (choices[index] ?? NO_CHOICE))));
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (!question || answerOf(question, choice) === null) return;
    if (!isLast) setStep(step + 1);
    else if (answers) void submit(() => onReply({ to: 'question', answers }));
    else setStep(questions.findIndex((each, index) => answerOf(each, choices[index] ?? NO_CHOICE) === null));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
    // Inside a field the browser does this by itself.
    if (event.key === 'Enter' && event.target === event.currentTarget)
      event.currentTarget.closest('form')?.requestSubmit();
    const option = question?.options[Number(event.key) - 1];
    if (!question || !option) return;
    event.preventDefault();
    change(choose(choice, question, option.label));
  };
  if (!question) return null;
  return (
    <form ref={form} onSubmit={goOn}>
      <RequestFrame
        icon={<CircleQuestion size={16} />}
        title={questions.length === 1 ? 'A question for you' : `${questions.length} questions for you`}
        aside={questions.length === 1 ? <Badge>{question.header}</Badge> : null}
        problem={general}
        onKeyDown={onKeyDown}
        footer={
          <>
            <Button
              variant="ghost"
              className="-ml-3"
              onClick={() => void submit(() => onReply({ to: 'question', decline: true }))}
            >
              Decline
            </Button>
            <span className="flex-1" />
            {step > 0 ? <Button onClick={() => setStep(step - 1)}>Back</Button> : null}
            <Button
              type="submit"
              variant="primary"
              busy={busy}
              disabled={answerOf(question, choice) === null}
            >
              {isLast ? (questions.length === 1 ? 'Send answer' : 'Send answers') : 'Next'}
            </Button>
          </>
        }
      >
        {questions.length > 1 ? <Steps data={data} choices={choices} current={step} onGo={setStep} /> : null}
        <QuestionOptions key={step} question={question} choice={choice} onChange={change} />
      </RequestFrame>
    </form>
  );
}

interface StepsProps {
  data: QuestionData;
  choices: readonly Choice[];
  current: number;
  onGo: (step: number) => void;
}

/** What each question is about, and which have an answer. */
function Steps({ data, choices, current, onGo }: StepsProps) {
  return (
    <ol aria-label="Questions" className="flex flex-wrap gap-1.5">
      {data.questions.map((question, index) => {
        const isAnswered = answerOf(question, choices[index] ?? NO_CHOICE) !== null;
        return (
          <li key={question.question}>
            <button
              type="button"
              aria-current={index === current ? 'step' : undefined}
              onClick={() => onGo(index)}
              className={classes(
                'flex h-7 items-center gap-1 rounded-sm border px-2 text-xs font-medium coarse:h-10',
                index === current
                  ? 'border-accent bg-accent-soft text-accent-ink'
                  : 'text-soft hover:bg-hover',
              )}
            >
              {isAnswered ? <Check size={12} aria-hidden="true" /> : <span>{index + 1}.</span>}
              {isAnswered ? <span className="sr-only">answered: </span> : null}
              {question.header}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
