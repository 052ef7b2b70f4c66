import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleMinus from 'lucide-react/icons/circle-minus';
import CircleX from 'lucide-react/icons/circle-x';
import CornerUpLeft from 'lucide-react/icons/corner-up-left';
import { useState } from 'react';
import { attempt } from '@/lib/attempt';
import { counted } from '@/lib/card-words';
import { type CardReview, type ReviewRule, sendBack, type Verdict } from '@/lib/cards-api';
import { classes } from '@/lib/classes';
import { columnSettings } from '@/lib/columns';
import type { LiveBoard } from '@/live/board';
import { ROOT } from '@/live/wire';
import { Button } from '@/ui/Button';
import { InlineText } from '@/ui/InlineText';
import { TextArea } from '@/ui/TextArea';
import { toast } from '@/ui/toast';
import { spotText } from './file-lines';
import type { Work, WorkTabProps } from './work';

interface RuleListProps extends WorkTabProps {
  work: Work;
  review: CardReview;
}

/** The rules with their verdicts; those that are broken can be sent back. */
export function RuleList({ work, review, ...props }: RuleListProps) {
  const failed = review.rules.filter(({ verdict }) => verdict === 'fail').map(({ number }) => number);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const chosen = failed.filter((number) => !left.has(number));
  const isOld = review.outdated === true;
  // How the card stands is known before the review is read again.
  const counts = !isOld && work.status?.review != null;
  const canSend = work.canEdit && failed.length > 0 && counts;
  const toggle = (number: number) =>
    setLeft((before) => {
      const after = new Set(before);
      if (!after.delete(number)) after.add(number);
      return after;
    });
  return (
    <section aria-labelledby="review-rules">
      <h3 id="review-rules" className="mb-2 text-sm font-semibold">
        Rules <span className="font-normal text-mute">{tally(review.rules)}</span>
      </h3>
      <ol className="flex flex-col overflow-hidden rounded-md border">
        {sorted(review.rules).map((rule) => (
          <RuleRow
            key={rule.number}
            rule={rule}
            onOpen={(at) => props.show('diff', { at })}
            {...(canSend &&
              rule.verdict === 'fail' && {
                choice: { isChosen: !left.has(rule.number), onToggle: () => toggle(rule.number) },
              })}
          />
        ))}
      </ol>
      {canSend ? <SendBack {...props} work={work} rules={chosen} /> : null}
      {isOld ? (
        <p className="mt-3 flex items-center gap-2 text-sm text-soft">
          <CornerUpLeft size={14} aria-hidden="true" className="shrink-0 text-mute" />
          The work has gone on since. The next review says whether the rules are kept now.
        </p>
      ) : null}
    </section>
  );
}

const ORDER: Readonly<Record<Verdict | 'none', number>> = { fail: 0, none: 1, pass: 2, not_applicable: 3 };

/** What needs somebody first. */
function sorted(rules: readonly ReviewRule[]): readonly ReviewRule[] {
  const order = ({ verdict }: ReviewRule) => ORDER[verdict ?? 'none'];
  return [...rules].sort((a, b) => order(a) - order(b) || a.number - b.number);
}

function tally(rules: readonly ReviewRule[]): string {
  const count = (verdict: Verdict | null) =>
    rules.filter((rule) => (rule.verdict ?? null) === verdict).length;
  const parts: [number, string][] = [
    [count('fail'), 'broken'],
    [count('pass'), 'kept'],
    [count('not_applicable'), 'not concerned'],
    [count(null), 'not judged'],
  ];
  return parts
    .filter(([n]) => n > 0)
    .map(([n, word]) => `${n} ${word}`)
    .join(', ');
}

const LOOK = {
  pass: { icon: CircleCheck, ink: 'text-done', name: 'Kept' },
  fail: { icon: CircleX, ink: 'text-error', name: 'Broken' },
  not_applicable: { icon: CircleMinus, ink: 'text-mute', name: 'Not concerned' },
  none: { icon: CircleDashed, ink: 'text-waiting', name: 'Not judged' },
};

interface RuleRowProps {
  rule: ReviewRule;
  choice?: { readonly isChosen: boolean; readonly onToggle: () => void };
  onOpen: (at: string) => void;
}

function RuleRow({ rule, choice, onOpen }: RuleRowProps) {
  const { icon: Icon, ink, name } = LOOK[rule.verdict ?? 'none'];
  const isQuiet = rule.verdict === 'pass' || rule.verdict === 'not_applicable';
  return (
    <li className="flex gap-2.5 border-b px-3 py-2 last:border-b-0">
      <Icon size={16} aria-hidden="true" className={classes('mt-0.5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p className={classes('text-sm wrap-anywhere', isQuiet ? 'text-soft' : 'font-medium')}>
          <span className="sr-only">{name}: </span>
          <span className="mr-1.5 font-normal text-mute">{rule.number}.</span>
          <InlineText text={rule.text} />
        </p>
        {rule.note ? (
          <p className="mt-0.5 text-sm whitespace-pre-line text-soft wrap-anywhere">
            <InlineText text={rule.note} />
          </p>
        ) : null}
        {rule.places.length > 0 ? (
          <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 font-mono text-xs">
            {rule.places.map(({ file, line }) => {
              const at = spotText(file, line);
              return (
                <button
                  key={at}
                  type="button"
                  title={`${at} in the diff`}
                  onClick={() => onOpen(at)}
                  className="max-w-full truncate rounded-xs text-accent-ink underline underline-offset-2 coarse:py-3.5"
                >
                  {at}
                </button>
              );
            })}
          </p>
        ) : null}
      </div>
      {choice ? (
        <label className="relative flex size-5 shrink-0 items-center justify-center after:absolute after:-inset-2 coarse:after:-inset-3">
          <span className="sr-only">Send rule {rule.number} back</span>
          <input
            type="checkbox"
            checked={choice.isChosen}
            onChange={choice.onToggle}
            className="size-4 accent-(--accent)"
          />
        </label>
      ) : null}
    </li>
  );
}

/** Returns the name of the column where code is written. */
function codingColumn(board: LiveBoard): string | null {
  const settings = board.children(ROOT).map((id) => columnSettings(board.node(id)));
  return settings.find(({ mode }) => mode === 'code')?.name ?? null;
}

interface SendBackProps extends WorkTabProps {
  work: Work;
  rules: readonly number[];
}

function SendBack({ work, rules, board, card, show }: SendBackProps) {
  const [note, setNote] = useState('');
  const to = codingColumn(board);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    setIsBusy(true);
    const body = { rules, ...(note.trim() !== '' && { note: note.trim() }) };
    const call = () => board.cards.take(card, sendBack(work.ref, body));
    const sent = await attempt('The rules were not sent back', call);
    setIsBusy(false);
    if (!sent) return;
    toast({ title: `Sent ${counted(rules.length, 'rule')} back to be coded`, tone: 'done' });
    show('chat');
  };
  return (
    <div className="mt-3 flex flex-col gap-2">
      <TextArea
        label="What else to say"
        hideLabel
        rows={2}
        placeholder="Anything to add, if there is"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {rules.length === 0 ? <p className="text-sm text-mute">Choose a rule to send back.</p> : null}
        <Button
          variant="primary"
          busy={isBusy}
          disabled={rules.length === 0}
          icon={<CornerUpLeft size={14} aria-hidden="true" />}
          onClick={() => void send()}
        >
          Send {counted(rules.length, 'broken rule')} back{to ? ` to ${to}` : ''}
        </Button>
      </div>
    </div>
  );
}
