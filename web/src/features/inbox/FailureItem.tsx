import CircleAlert from 'lucide-react/icons/circle-alert';
import { Link } from 'wouter';
import { startCard } from '@/lib/cards-api';
import { itemPath } from '@/lib/inbox';
import { sentence } from '@/lib/problem';
import { refreshInbox } from '@/lib/session-data';
import { useSubmit } from '@/lib/submit';
import { exactTime } from '@/lib/time';
import type { InboxItem } from '@/live/session-wire';
import { Button, buttonClasses } from '@/ui/Button';
import { RequestFrame } from '@/ui/requests/RequestFrame';

interface FailureItemProps {
  item: Extract<InboxItem, { kind: 'failure' }>;
  onDone: () => void;
}

/** Work that failed, with what to do about it. */
export function FailureItem({ item, onDone }: FailureItemProps) {
  const { busy, general, submit } = useSubmit([]);
  const { board_id: board, card_id: card } = item.session;
  const { message, remedy, resets_at } = item.data;
  const again = () => {
    if (!board || !card) return;
    void submit(async () => {
      await startCard({ board, card });
      refreshInbox();
      onDone();
    });
  };
  return (
    <RequestFrame
      icon={<CircleAlert size={16} />}
      title="The work on this failed"
      problem={general}
      footer={
        <>
          <span className="flex-1" />
          <Link href={itemPath(item)} className={buttonClasses()}>
            Open
          </Link>
          {board && card ? (
            <Button variant="primary" busy={busy} onClick={again}>
              Try again
            </Button>
          ) : null}
        </>
      }
    >
      <div className="text-sm">
        <p className="text-pretty wrap-anywhere">{sentence(message)}</p>
        {remedy ? <p className="mt-1 text-pretty text-soft wrap-anywhere">{sentence(remedy)}</p> : null}
        {resets_at ? (
          <p className="mt-1 text-soft">It is possible again from {exactTime(resets_at)}.</p>
        ) : null}
      </div>
    </RequestFrame>
  );
}
