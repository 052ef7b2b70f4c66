import Send from 'lucide-react/icons/send';
import { useState, useSyncExternalStore } from 'react';
import { attempt } from '@/lib/attempt';
import { counted } from '@/lib/card-words';
import { sendComments } from '@/lib/cards-api';
import { Button } from '@/ui/Button';
import { confirm } from '@/ui/confirm';
import { toast } from '@/ui/toast';
import { type CommentDrafts, MAX_COMMENTS } from './comment-drafts';
import type { Work, WorkTabProps } from './work';

interface CommentBarProps extends WorkTabProps {
  work: Work;
  drafts: CommentDrafts;
}

/** Sends all comments at once, so that the agent reads them together. */
export function CommentBar({ work, drafts, board, card, show }: CommentBarProps) {
  const list = useSyncExternalStore(
    (listener) => drafts.subscribe(listener),
    () => drafts.list(),
  );
  const [isBusy, setIsBusy] = useState(false);
  if (list.length === 0) return null;
  const comments = counted(list.length, 'comment');
  const send = async () => {
    setIsBusy(true);
    const call = () => board.cards.take(card, sendComments(work.ref, list));
    const sent = await attempt('The comments were not sent', call);
    setIsBusy(false);
    if (!sent) return;
    drafts.remove(list);
    toast({
      title: `Sent ${comments} to the agent`,
      tone: 'done',
      action: { label: 'Open the chat', run: () => show('chat') },
    });
  };
  const discard = async () => {
    const yes = await confirm({
      title: `Discard ${comments}?`,
      detail: 'They have not been sent, and are gone then.',
      action: 'Discard',
      tone: 'danger',
    });
    if (yes) drafts.remove(list);
  };
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-t bg-panel px-4 py-2">
      <p role="status" className="min-w-0 flex-1 truncate text-sm text-soft">
        {list.length >= MAX_COMMENTS ? `${comments}, which is the most at once` : `${comments} not sent`}
      </p>
      <Button variant="ghost" onClick={() => void discard()}>
        Discard
      </Button>
      <Button
        variant="primary"
        busy={isBusy}
        icon={<Send size={14} aria-hidden="true" />}
        onClick={() => void send()}
      >
        Send {comments} to the agent
      </Button>
    </div>
  );
}
