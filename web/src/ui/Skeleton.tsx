import { classes } from '@/lib/classes';

/** A grey shape where something will stand. Give it a size by class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classes('block animate-pulse rounded-sm bg-hover', className)} />
  );
}
