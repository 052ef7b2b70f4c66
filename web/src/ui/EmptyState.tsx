import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** What to do next. */
  detail?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, detail, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-14 text-center">
      <span
        aria-hidden="true"
        className="flex size-11 items-center justify-center rounded-lg border bg-panel text-mute shadow-card"
      >
        {icon}
      </span>
      <div className="max-w-100">
        <p className="text-base font-semibold">{title}</p>
        {detail ? <p className="mt-1 text-sm text-pretty text-soft">{detail}</p> : null}
      </div>
      {action}
    </div>
  );
}
