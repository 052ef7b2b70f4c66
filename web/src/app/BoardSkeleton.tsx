import { Skeleton } from '@/ui/Skeleton';

const HEIGHTS = ['h-72', 'h-44', 'h-56', 'h-32', 'h-24'];

/** Columns where the columns will stand. */
export function BoardSkeleton() {
  return (
    <div role="status" className="flex flex-1 animate-late gap-3 overflow-hidden p-3 md:p-4">
      <span className="sr-only">Loading the board</span>
      {HEIGHTS.map((height) => (
        <div key={height} className="w-68 shrink-0">
          <Skeleton className="mb-3 h-5 w-24" />
          <Skeleton className={height} />
        </div>
      ))}
    </div>
  );
}
