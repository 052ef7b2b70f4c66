import InboxIcon from 'lucide-react/icons/inbox';
import { useContext } from 'react';
import { Link } from 'wouter';
import { LiveContext } from '@/lib/live-hooks';
import { toProblem } from '@/lib/problem';
import { paths } from '@/lib/router';
import { resources, useProjects } from '@/lib/server-data';
import { sessionKeys, useInbox } from '@/lib/session-data';
import { ago, exactTime, useNow } from '@/lib/time';
import type { InboxItem } from '@/live/session-wire';
import { AgentBadge } from '@/ui/AgentBadge';
import { Banner } from '@/ui/Banner';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeading } from '@/ui/PageHeading';
import { RequestCard } from '@/ui/requests/RequestCard';
import { Skeleton } from '@/ui/Skeleton';

/** Everything that waits for an answer, in all projects, answered right here. */
export default function InboxPage() {
  const { data, error, reload } = useInbox();
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-8 md:px-6">
      <PageHeading title="Inbox" className="mb-4" />
      {data && error ? (
        <div className="mb-3">
          <Banner tone="warn">This is the last known state. {toProblem(error).message}</Banner>
        </div>
      ) : null}
      {data ? <Items items={data} /> : null}
      {!data && error ? (
        <LoadFailed what="your inbox" detail={toProblem(error).message} onRetry={() => void reload()} />
      ) : null}
      {!data && !error ? <Skeleton className="h-40" /> : null}
    </div>
  );
}

function Items({ items }: { items: readonly InboxItem[] }) {
  const now = useNow();
  if (items.length === 0) {
    return (
      <div className="rounded-lg border bg-panel">
        <EmptyState
          icon={<InboxIcon size={20} />}
          title="Nothing waits for you"
          detail="Questions, plans and permissions of your agents appear here, from all projects."
        />
      </div>
    );
  }
  return (
    <ul className="flex flex-col gap-6">
      {items.map((item) => (
        <li key={item.request_id}>
          <Item item={item} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Item({ item, now }: { item: InboxItem; now: number }) {
  const live = useContext(LiveContext);
  const { data: projects } = useProjects();
  const { session, request_id, asked_at } = item;
  const role = projects?.find(({ id }) => id === session.project_id)?.role;
  return (
    <article aria-label={session.title} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
        <h2 className="min-w-0 truncate font-medium text-ink">
          <Link
            href={paths.session(session.project_id, session.id)}
            className="rounded-xs underline-offset-2 hover:underline"
          >
            {session.title}
          </Link>
        </h2>
        <span className="truncate">{session.project_name}</span>
        <AgentBadge agent={session.agent} scripted={session.scripted} />
        <time dateTime={asked_at} title={exactTime(asked_at)} className="ml-auto shrink-0 text-mute">
          {ago(asked_at, now)}
        </time>
      </div>
      {role === 'viewer' ? (
        <Banner tone="info">Somebody who may edit this project has to answer this.</Banner>
      ) : (
        <RequestCard
          session={session.id}
          asked={item}
          onAnswered={(after) => {
            live?.session(session.id).put(after);
            resources.update<readonly InboxItem[]>(sessionKeys.inbox, (all) =>
              all.filter((other) => other.request_id !== request_id),
            );
          }}
        />
      )}
    </article>
  );
}
