import Plus from 'lucide-react/icons/plus';
import { useContext, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useDebounced } from '@/lib/debounce';
import { lazily } from '@/lib/lazily';
import { LiveContext } from '@/lib/live-hooks';
import { openOverlay } from '@/lib/overlays';
import { toProblem } from '@/lib/problem';
import type { Project } from '@/lib/server-data';
import { useSessions } from '@/lib/session-data';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { LoadFailed } from '@/ui/LoadFailed';
import { OverlayBoundary } from '@/ui/OverlayBoundary';
import { Skeleton } from '@/ui/Skeleton';
import { SearchResults } from './SearchResults';
import { SessionRows } from './SessionRows';
import { ActiveFilters, FilterMenu, MoreMenu, SearchBox } from './SessionTools';
import { NO_FILTER } from './session-filter';

const ImportDialog = lazily(() => import('./ImportDialog'));

interface SessionListProps {
  project: Project;
  /** The session that is shown. */
  current?: string | undefined;
}

/** What others do in a session is seen here without a reload. */
const LOOK_AGAIN_MS = 5_000;
const TYPING_MS = 250;

/** The sessions of a project, the newest first, and what was said in them. */
export function SessionList({ project, current }: SessionListProps) {
  const [params, setParams] = useSearchParams();
  const card = params.get('card');
  const { data, error, reload } = useSessions(project.id, card ? { card } : {});
  const [filter, setFilter] = useState(NO_FILTER);
  const asked = params.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const [askedBefore, setAskedBefore] = useState(asked);
  // The palette may ask for other words while the list is shown.
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    setTyped(asked);
  }
  const [isImporting, setIsImporting] = useState(false);
  const words = useDebounced(typed.trim(), TYPING_MS);
  useLookAgain(reload);
  const setCard = (next: string | null) => setParams(next ? { card: next } : {}, { replace: true });
  const filtering = { sessions: data, filter, card, onFilter: setFilter, onCard: setCard };
  const isSearching = words !== '' && typed.trim() !== '';
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 pr-3 pl-4">
        <h2 className="flex-1 text-base font-semibold">Sessions</h2>
        {project.role === 'viewer' ? null : (
          <Button size="sm" icon={<Plus size={14} />} onClick={() => openOverlay('new-session')}>
            New session
          </Button>
        )}
        <MoreMenu project={project} onImport={() => setIsImporting(true)} />
      </div>
      <search className="flex shrink-0 items-center gap-1 pr-3 pb-2 pl-4">
        <SearchBox value={typed} onChange={setTyped} />
        <FilterMenu {...filtering} />
      </search>
      <ActiveFilters {...filtering} />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {data && error && !current ? (
          <div className="px-2 pb-2">
            <Banner tone="warn">This is the last known list. {toProblem(error).message}</Banner>
          </div>
        ) : null}
        {isSearching ? <SearchResults project={project} words={words} filter={filter} card={card} /> : null}
        {!isSearching && data ? (
          <SessionRows
            key={card}
            project={project}
            sessions={data}
            current={current}
            filter={filter}
            card={card}
          />
        ) : null}
        {!data && error ? (
          <LoadFailed what="the sessions" detail={toProblem(error).message} onRetry={() => void reload()} />
        ) : null}
        {!data && !error ? <Skeleton className="mx-2 h-40" /> : null}
      </div>
      {isImporting ? (
        <OverlayBoundary onFail={() => setIsImporting(false)}>
          <ImportDialog project={project.id} onClose={() => setIsImporting(false)} />
        </OverlayBoundary>
      ) : null}
    </>
  );
}

function useLookAgain(reload: () => Promise<void>): void {
  const live = useContext(LiveContext);
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, LOOK_AGAIN_MS);
    const stop = live?.subscribeInbox(() => void reload());
    return () => {
      window.clearInterval(timer);
      stop?.();
    };
  }, [reload, live]);
}
