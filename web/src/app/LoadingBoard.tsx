import CloudOff from 'lucide-react/icons/cloud-off';
import { useLive } from '@/lib/live-hooks';
import { useNow } from '@/lib/time';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { BoardSkeleton } from './BoardSkeleton';
import { useOfflineSince } from './board-hooks';

const PATIENCE_MS = 3_000;

/** A board of which nothing is known yet: it is on its way, or there is no connection to fetch it over. */
export function LoadingBoard() {
  const live = useLive();
  const since = useOfflineSince();
  const now = useNow(1_000);
  if (since === null || now - since < PATIENCE_MS) return <BoardSkeleton />;
  return (
    <EmptyState
      icon={<CloudOff size={20} />}
      title="This board is not here yet"
      detail="This browser has not shown it before, and the server cannot be reached. It appears as soon as the connection is back."
      action={<Button onClick={() => live.retryNow()}>Connect now</Button>}
    />
  );
}
