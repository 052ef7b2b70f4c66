import type { ReactNode } from 'react';
import { toProblem } from '@/lib/problem';
import type { Followed } from '@/lib/server-data';
import { LoadFailed } from '@/ui/LoadFailed';
import { Skeleton } from '@/ui/Skeleton';

interface LoadedProps<T> {
  /** As in: could not load … */
  what: string;
  of: Followed<T>;
  children: (data: T) => ReactNode;
}

/** Shows what has been loaded; until then that it is on its way, or why it is not here. */
export function Loaded<T>({ what, of, children }: LoadedProps<T>) {
  const { data, error, reload } = of;
  if (data !== undefined) return children(data);
  if (error)
    return <LoadFailed what={what} detail={toProblem(error).message} onRetry={() => void reload()} />;
  return (
    <div role="status" className="flex animate-late flex-col gap-3 p-5">
      <span className="sr-only">Loading {what}</span>
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-32 w-full" />
    </div>
  );
}

/** What scrolls in a tab. */
export function TabBody({ children }: { children: ReactNode }) {
  return (
    <div data-scroller="" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      {children}
    </div>
  );
}
