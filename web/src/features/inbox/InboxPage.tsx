import InboxIcon from 'lucide-react/icons/inbox';
import { useRef, useState } from 'react';
import { byProject, itemKey } from '@/lib/inbox';
import { toProblem } from '@/lib/problem';
import { useInbox } from '@/lib/session-data';
import { browserStorage } from '@/lib/storage';
import type { InboxItem as Item } from '@/live/session-wire';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeading } from '@/ui/PageHeading';
import { Skeleton } from '@/ui/Skeleton';
import { InboxItem } from './InboxItem';
import { useInboxKeys } from './inbox-keys';
import { NotifyPrompt } from './NotifyPrompt';

/** Everything that waits for an answer, in all projects, answered right here. */
export default function InboxPage() {
  const { data, error, reload } = useInbox();
  const [isGrouped, setIsGrouped] = useGrouping();
  const canGroup = data !== undefined && byProject(data).length > 1;
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-8 md:px-6">
      <div className="mb-4 flex min-h-8 items-center gap-3">
        <PageHeading title="Inbox" className="flex-1" />
        {canGroup ? (
          <Button
            size="sm"
            variant={isGrouped ? 'quiet' : 'ghost'}
            aria-pressed={isGrouped}
            onClick={() => setIsGrouped(!isGrouped)}
          >
            Group by project
          </Button>
        ) : null}
      </div>
      <NotifyPrompt />
      {data && error ? (
        <div className="mb-3">
          <Banner tone="warn">This is the last known state. {toProblem(error).message}</Banner>
        </div>
      ) : null}
      {data ? <Items items={data} isGrouped={canGroup && isGrouped} /> : null}
      {!data && error ? (
        <LoadFailed what="your inbox" detail={toProblem(error).message} onRetry={() => void reload()} />
      ) : null}
      {!data && !error ? <Skeleton className="h-40" /> : null}
    </div>
  );
}

function Items({ items, isGrouped }: { items: readonly Item[]; isGrouped: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  useInboxKeys(list);
  if (items.length === 0) {
    return (
      <div className="rounded-lg border bg-panel">
        <EmptyState
          icon={<InboxIcon size={20} />}
          title="Nothing waits for you"
          detail="Questions, plans, permissions, reviews and failures of your agents appear here, from all projects. What unblocks most comes first."
        />
      </div>
    );
  }
  return (
    <div ref={list} className="flex flex-col gap-8">
      {isGrouped ? (
        byProject(items).map(({ id, name, items: own }) => (
          <section key={id} aria-labelledby={`inbox-${id}`}>
            <h2 id={`inbox-${id}`} className="mb-3 text-sm font-semibold text-soft">
              {name}
            </h2>
            <List items={own} level="h3" />
          </section>
        ))
      ) : (
        <List items={items} level="h2" />
      )}
    </div>
  );
}

function List({ items, level }: { items: readonly Item[]; level: 'h2' | 'h3' }) {
  return (
    <ul className="flex flex-col gap-6">
      {items.map((item) => (
        <li key={itemKey(item)}>
          <InboxItem item={item} level={level} />
        </li>
      ))}
    </ul>
  );
}

const GROUP = 'tandem.inbox.grouped';

/** Whether it is grouped, as it was on the last visit. */
function useGrouping(): [boolean, (isGrouped: boolean) => void] {
  const [storage] = useState(browserStorage);
  const [isGrouped, setIsGrouped] = useState(() => storage.getItem(GROUP) !== null);
  const change = (next: boolean) => {
    setIsGrouped(next);
    try {
      if (next) storage.setItem(GROUP, 'yes');
      else storage.removeItem(GROUP);
    } catch {
      // A full storage costs only that it is not so on the next visit.
    }
  };
  return [isGrouped, change];
}
