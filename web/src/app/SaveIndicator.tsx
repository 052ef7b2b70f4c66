import Check from 'lucide-react/icons/check';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useState } from 'react';
import { useConnection, useLive } from '@/lib/live-hooks';
import { useNow } from '@/lib/time';
import type { LiveBoard } from '@/live/board';
import { Button } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';
import { useOfflineSince, useStatusPart } from './board-hooks';
import { NO_NEWS, nextNews, saveState } from './save-state';

/** Whether what one does is safe: quiet while all is well. */
export function SaveIndicator({ board }: { board: LiveBoard }) {
  const live = useLive();
  const connection = useConnection();
  const unsent = useStatusPart(board, (status) => status.unsent);
  const downSince = useOfflineSince();
  const now = useNow(downSince === null ? 60_000 : 500);
  const { kind, text, announcement } = saveState(connection, unsent, downSince, now);
  const [news, setNews] = useState(NO_NEWS);
  if (news.kind !== kind) setNews(nextNews(news, kind));
  const back = kind === 'saved' && news.wasOffline;
  return (
    <div className="flex min-w-0 items-center gap-2 text-sm text-soft">
      {kind === 'saved' ? (
        <span className="flex animate-leave items-center gap-1 text-mute">
          <Check size={14} aria-hidden="true" />
          <span className="max-sm:sr-only">Saved</span>
        </span>
      ) : (
        <span key={kind} className="flex min-w-0 animate-late items-center gap-1.5">
          {kind === 'offline' ? (
            <CloudOff size={15} aria-hidden="true" className="shrink-0 text-waiting" />
          ) : (
            <Spinner size={13} />
          )}
          <span className="truncate max-sm:sr-only">{text}</span>
        </span>
      )}
      {kind === 'offline' ? (
        <Button size="sm" className="max-sm:hidden" onClick={() => live.retryNow()}>
          Retry
        </Button>
      ) : null}
      <span role="status" className="sr-only">
        {back ? 'Back online. Everything is saved.' : announcement}
      </span>
    </div>
  );
}
