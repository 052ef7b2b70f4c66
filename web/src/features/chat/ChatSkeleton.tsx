import { Skeleton } from '@/ui/Skeleton';

/** Lines where the conversation will stand. */
export function ChatSkeleton() {
  return (
    <div
      role="status"
      className="mx-auto flex min-h-0 w-full max-w-200 flex-1 animate-late flex-col gap-4 overflow-hidden px-6 py-8"
    >
      <span className="sr-only">Loading the session</span>
      <Skeleton className="h-9 w-64 self-end" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-5 w-1/2" />
    </div>
  );
}
