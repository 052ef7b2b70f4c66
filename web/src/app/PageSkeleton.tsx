import { Skeleton } from '@/ui/Skeleton';

/** Stands in for a page whose code is on its way. */
export function PageSkeleton() {
  return (
    <main aria-busy="true" aria-label="Loading" className="animate-fade">
      <div className="flex h-(--header-height) items-center gap-3 border-b px-4">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-40" />
      </div>
    </main>
  );
}
