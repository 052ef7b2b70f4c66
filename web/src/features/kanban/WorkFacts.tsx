import Check from 'lucide-react/icons/check';
import Clapperboard from 'lucide-react/icons/clapperboard';
import GitBranch from 'lucide-react/icons/git-branch';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { counted } from '@/lib/card-words';
import { price } from '@/lib/session-words';
import type { CardStatus, DiffSize, ReviewCount } from '@/live/cards-wire';
import { Badge } from '@/ui/Badge';
import { ChangeCount } from '@/ui/ChangeCount';

/** Whether a card has anything to show besides how the work stands. */
export function hasFacts({ cost_usd, diff, branch, review, scripted }: CardStatus): boolean {
  return cost_usd > 0 || scripted || Boolean(branch) || (diff?.files ?? 0) > 0 || review?.reported === true;
}

/** What the work on a card has come to so far. */
export function WorkFacts({ status }: { status: CardStatus }) {
  const { branch, diff, review, scripted } = status;
  const cost = price(status.cost_usd);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-mute">
      {scripted ? <Rehearsal /> : null}
      {branch ? (
        <Fact label={`Branch ${branch}`}>
          <GitBranch size={12} aria-hidden="true" />
        </Fact>
      ) : null}
      {diff && diff.files > 0 ? <Size diff={diff} /> : null}
      {review?.reported ? <Marks review={review} /> : null}
      {cost ? <Fact label={`Has cost ${cost} so far`}>{cost}</Fact> : null}
    </span>
  );
}

/** Says of a scripted agent that it is one. */
export function Rehearsal() {
  return (
    <span title="A scripted agent plays this. No model is asked.">
      <Badge icon={<Clapperboard size={11} aria-hidden="true" />}>Rehearsal</Badge>
    </span>
  );
}

function Size({ diff: { files, additions, deletions } }: { diff: DiffSize }) {
  const lines = `${counted(additions, 'line')} added and ${deletions} removed in ${counted(files, 'file')}`;
  return (
    <Fact label={lines}>
      <ChangeCount added={additions} removed={deletions} />
      <span className="ml-1">{counted(files, 'file')}</span>
    </Fact>
  );
}

function Marks({ review: { passed, failed } }: { review: ReviewCount }) {
  return (
    <Fact label={`Review: ${counted(passed, 'rule')} kept, ${failed} broken`}>
      {passed}
      <Check size={12} strokeWidth={2.5} aria-hidden="true" className="text-done" />
      {failed > 0 ? (
        <>
          <span className="ml-0.5">{failed}</span>
          <X size={12} strokeWidth={2.5} aria-hidden="true" className="text-error" />
        </>
      ) : null}
    </Fact>
  );
}

/** A small thing to see whose meaning is said in full to those who point at it or cannot see it. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span title={label} className="inline-flex shrink-0 items-center gap-0.5">
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="inline-flex items-center gap-0.5 whitespace-pre">
        {children}
      </span>
    </span>
  );
}
