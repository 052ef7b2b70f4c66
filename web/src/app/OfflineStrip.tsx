import { useLive } from '@/lib/live-hooks';
import { useMedia, WIDE } from '@/lib/media';
import { useNow } from '@/lib/time';
import type { LiveBoard } from '@/live/board';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { useOfflineSince, useStatusPart } from './board-hooks';

/** A short outage is nobody's concern; on a phone there is no room in the bar to say it, so it is said here sooner. */
const LONG_MS = 15_000;
const LONG_ON_A_PHONE_MS = 3_000;

export function OfflineStrip({ board }: { board: LiveBoard }) {
  const since = useOfflineSince();
  return since === null ? null : <LongOutage board={board} since={since} />;
}

function LongOutage({ board, since }: { board: LiveBoard; since: number }) {
  const live = useLive();
  const now = useNow(1_000);
  const long = useMedia(WIDE) ? LONG_MS : LONG_ON_A_PHONE_MS;
  const unsent = useStatusPart(board, (status) => status.unsent);
  if (now - since < long) return null;
  const time = new Date(since).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const edits =
    unsent > 0
      ? `${unsent} ${unsent === 1 ? 'edit waits' : 'edits wait'} in this browser and ${unsent === 1 ? 'goes' : 'go'} out when the server is back.`
      : 'Edits wait in this browser until the server is back.';
  return (
    <Banner
      strip
      tone="warn"
      action={
        <Button size="sm" onClick={() => live.retryNow()}>
          Connect now
        </Button>
      }
    >
      No connection since {time}. {edits}
    </Banner>
  );
}
