import ListChecks from 'lucide-react/icons/list-checks';
import { Link } from 'wouter';
import { sendBack } from '@/lib/cards-api';
import { itemPath } from '@/lib/inbox';
import { refreshInbox } from '@/lib/session-data';
import { useSubmit } from '@/lib/submit';
import type { InboxItem } from '@/live/session-wire';
import { Button, buttonClasses } from '@/ui/Button';
import { InlineText } from '@/ui/InlineText';
import { RequestFrame } from '@/ui/requests/RequestFrame';

interface ReviewItemProps {
  item: Extract<InboxItem, { kind: 'review' }>;
  onDone: () => void;
}

/** A review that found something, or that said nothing of the rules. */
export function ReviewItem({ item, onDone }: ReviewItemProps) {
  const { busy, general, submit } = useSubmit([]);
  const { board_id: board, card_id: card } = item.session;
  const failed = item.data.failed ?? [];
  const send = () => {
    if (!board || !card) return;
    void submit(async () => {
      await sendBack({ board, card }, {});
      refreshInbox();
      onDone();
    });
  };
  return (
    <RequestFrame
      icon={<ListChecks size={16} />}
      title={failed.length === 0 ? 'A review without a verdict' : ruleCount(failed.length)}
      problem={general}
      footer={
        <>
          <span className="flex-1" />
          <Link href={itemPath(item)} className={buttonClasses()}>
            Look at the review
          </Link>
          {failed.length > 0 && board && card ? (
            <Button variant="primary" busy={busy} onClick={send}>
              Send back to coding
            </Button>
          ) : null}
        </>
      }
    >
      {failed.length === 0 ? (
        <p className="text-sm text-soft">The agent reported on no rule. Read what it said, then decide.</p>
      ) : (
        <ul className="flex flex-col gap-2 text-sm">
          {failed.map(({ number, text, note }) => (
            <li key={number} className="flex gap-2.5">
              <span className="w-5 shrink-0 text-right text-mute">{number}</span>
              <span className="min-w-0">
                <span className="wrap-anywhere">
                  <InlineText text={text} />
                </span>
                {note ? (
                  <span className="block text-pretty text-soft wrap-anywhere">
                    <InlineText text={note} />
                  </span>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </RequestFrame>
  );
}

function ruleCount(count: number): string {
  return count === 1 ? 'One rule is not kept' : `${count} rules are not kept`;
}
