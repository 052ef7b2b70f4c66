import { type ReactNode, useContext, useRef } from 'react';
import { Link } from 'wouter';
import { itemKey, itemPath, itemTitle, unblocks } from '@/lib/inbox';
import { LiveContext } from '@/lib/live-hooks';
import { resources, useProjects } from '@/lib/server-data';
import { sessionKeys } from '@/lib/session-data';
import { ago, exactTime, useNow } from '@/lib/time';
import type { InboxItem as Item, Session } from '@/live/session-wire';
import { AgentBadge } from '@/ui/AgentBadge';
import { Badge } from '@/ui/Badge';
import { Banner } from '@/ui/Banner';
import { RequestAboutContext } from '@/ui/requests/about';
import { RequestCard } from '@/ui/requests/RequestCard';
import { FailureItem } from './FailureItem';
import { focusNeighbour } from './inbox-keys';
import { ReviewItem } from './ReviewItem';

interface InboxItemProps {
  item: Item;
  /** Of its heading. */
  level: 'h2' | 'h3';
}

/** One thing that waits, with all that can be done about it. */
export function InboxItem({ item, level }: InboxItemProps) {
  const article = useRef<HTMLElement>(null);
  const { data: projects } = useProjects();
  const { session } = item;
  const role = projects?.find(({ id }) => id === session.project_id)?.role;
  const done = () => {
    focusNeighbour(article.current);
    resources.update<readonly Item[]>(sessionKeys.inbox, (all) =>
      all.filter((other) => itemKey(other) !== itemKey(item)),
    );
  };
  return (
    <article
      ref={article}
      aria-label={itemTitle(item)}
      data-inbox-item=""
      tabIndex={-1}
      className="flex scroll-my-20 flex-col gap-2 rounded-lg outline-offset-4 focus-visible:outline-2 focus-visible:outline-[var(--ring)] focus-visible:outline-solid"
    >
      <Heading item={item} level={level} />
      {role === 'viewer' ? (
        <Banner tone="info">Somebody who may edit this project has to answer this.</Banner>
      ) : (
        <RequestAboutContext value={itemTitle(item)}>
          <Answer item={item} onDone={done} />
        </RequestAboutContext>
      )}
    </article>
  );
}

function Heading({ item, level: Level }: InboxItemProps) {
  const now = useNow();
  const { session, asked_at } = item;
  const others = unblocks(item.unblocks);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
      <Level className="min-w-0 truncate font-medium text-ink">
        <Link href={itemPath(item)} data-open="" className="rounded-xs underline-offset-2 hover:underline">
          {itemTitle(item)}
        </Link>
      </Level>
      {Level === 'h2' ? <span className="truncate">{session.project_name}</span> : null}
      <AgentBadge agent={session.agent} scripted={session.scripted} />
      {others ? <Badge tone="waiting">{others}</Badge> : null}
      <time dateTime={asked_at} title={exactTime(asked_at)} className="ml-auto shrink-0 text-mute">
        {ago(asked_at, now)}
      </time>
    </div>
  );
}

function Answer({ item, onDone }: { item: Item; onDone: () => void }): ReactNode {
  const live = useContext(LiveContext);
  switch (item.kind) {
    case 'question':
    case 'plan':
    case 'permission':
      return (
        <RequestCard
          session={item.session.id}
          asked={item}
          onAnswered={(after: Session) => {
            live?.session(item.session.id).put(after);
            onDone();
          }}
        />
      );
    case 'review':
      return <ReviewItem item={item} onDone={onDone} />;
    case 'failure':
      return <FailureItem item={item} onDone={onDone} />;
    default:
      // A newer server has kinds that this page does not know; the link still leads to it.
      return null;
  }
}
