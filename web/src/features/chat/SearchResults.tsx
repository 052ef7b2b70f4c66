import { useState } from 'react';
import { Link } from 'wouter';
import { attempt } from '@/lib/attempt';
import { partsOf } from '@/lib/highlight';
import { type Found, type FoundPage, type Hit, searchSessions } from '@/lib/history-api';
import { toProblem } from '@/lib/problem';
import { insideProject } from '@/lib/project-paths';
import { paths } from '@/lib/router';
import { type Project, useResource } from '@/lib/server-data';
import { MODES } from '@/lib/session-words';
import { ago, exactTime, useNow } from '@/lib/time';
import { Button } from '@/ui/Button';
import { LoadFailed } from '@/ui/LoadFailed';
import { SessionStatus } from '@/ui/SessionStatus';
import { Skeleton } from '@/ui/Skeleton';
import { isShown, type SessionFilter } from './session-filter';

interface SearchResultsProps {
  project: Project;
  words: string;
  filter: SessionFilter;
  card: string | null;
}

/** Where some words were said, session by session. */
export function SearchResults({ project, words, filter, card }: SearchResultsProps) {
  const { data, error, reload } = useResource(`search.${project.id}.${words}`, () =>
    searchSessions(project.id, words),
  );
  if (data)
    return <Results key={words} project={project} words={words} first={data} filter={filter} card={card} />;
  if (error) {
    const detail = toProblem(error).message;
    return <LoadFailed what="the results" detail={detail} onRetry={() => void reload()} />;
  }
  return <Skeleton className="mx-2 h-40" />;
}

function Results({ project, words, first, filter, card }: SearchResultsProps & { first: FoundPage }) {
  const now = useNow();
  const [more, setMore] = useState<FoundPage | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const all = [...first.items, ...(more?.items ?? [])];
  const shown = all.filter(
    ({ session }) => isShown(filter, session) && (card === null || session.card_id === card),
  );
  const next = more ? more.next : first.next;
  const load = async (cursor: string) => {
    setIsBusy(true);
    await attempt('The next results could not be loaded', async () => {
      const page = await searchSessions(project.id, words, cursor);
      setMore({ items: [...(more?.items ?? []), ...page.items], next: page.next ?? null });
    });
    setIsBusy(false);
  };
  return (
    <>
      <p role="status" className="px-3 pb-1 text-xs text-mute">
        {shown.length === 0
          ? 'Nothing was found. All words must stand in the same message, call or result.'
          : `Found in ${shown.length === 1 ? 'one session' : `${shown.length}${next ? ' or more' : ''} sessions`}`}
      </p>
      <ul className="flex flex-col gap-2">
        {shown.map((found) => (
          <FoundSession key={found.session.id} project={project} found={found} now={now} />
        ))}
      </ul>
      {next ? (
        <p className="flex justify-center pt-2">
          <Button size="sm" variant="ghost" busy={isBusy} onClick={() => void load(next)}>
            Show more
          </Button>
        </p>
      ) : null}
    </>
  );
}

function FoundSession({ project, found, now }: { project: Project; found: Found; now: number }) {
  const { session } = found;
  const title = found.hits.find(({ kind }) => kind === 'title');
  const hits = found.hits.filter((hit) => hit !== title);
  return (
    <li className="rounded-md px-1">
      <Link
        href={paths.session(project.id, session.id)}
        className="flex items-center gap-2 rounded-sm px-2 pt-1.5 pb-0.5 hover:underline"
      >
        <span className="min-w-0 flex-1 truncate text-sm font-medium">
          <Marked text={session.title} ranges={title?.excerpt === session.title ? title.ranges : []} />
        </span>
        {session.status === 'idle' || session.status === 'ended' ? (
          <span className="shrink-0 text-xs text-mute">{MODES[session.mode]?.label}</span>
        ) : (
          <SessionStatus status={session.status} />
        )}
      </Link>
      <ul>
        {hits.map((hit) => (
          <li key={hit.n}>
            <HitLink project={project} session={session.id} hit={hit} now={now} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  user_message: 'Message',
  assistant_message: 'Agent',
  tool_start: 'Call',
  tool_result: 'Result',
  question: 'Question',
  plan: 'Plan',
  permission: 'Permission',
  error: 'Error',
};

function HitLink({
  project,
  session,
  hit,
  now,
}: {
  project: Project;
  session: string;
  hit: Hit;
  now: number;
}) {
  return (
    <Link
      href={paths.sessionEvent(project.id, session, hit.n)}
      className="block rounded-sm px-2 py-1.5 hover:bg-hover"
    >
      <span className="line-clamp-3 text-sm text-soft wrap-anywhere">
        <Marked text={hit.excerpt} ranges={hit.ranges} project={project} />
      </span>
      <span className="text-xs text-mute">
        {KINDS[hit.kind] ? `${KINDS[hit.kind]} · ` : ''}
        <time dateTime={hit.at} title={exactTime(hit.at)}>
          {ago(hit.at, now)}
        </time>
      </span>
    </Link>
  );
}

interface MarkedProps {
  text: string;
  ranges: Hit['ranges'];
  /** The project whose files are named by their paths inside it. */
  project?: Project;
}

function Marked({ text: whole, ranges, project }: MarkedProps) {
  let at = 0;
  return partsOf(whole, ranges).map(({ text, isFound }) => {
    at += text.length;
    return isFound ? (
      <mark key={at} className="rounded-xs bg-waiting-soft px-px font-medium text-ink">
        {text}
      </mark>
    ) : (
      <span key={at}>{project ? insideProject(text, project) : text}</span>
    );
  });
}
