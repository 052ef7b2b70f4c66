import type { ReactNode } from 'react';
import { classes } from '@/lib/classes';

export type Tone = 'neutral' | 'accent' | 'running' | 'waiting' | 'error' | 'done';

const TONE: Record<Tone, string> = {
  neutral: 'bg-hover text-soft',
  accent: 'bg-accent-soft text-accent-ink',
  running: 'bg-running-soft text-running',
  waiting: 'bg-waiting-soft text-waiting',
  error: 'bg-error-soft text-error',
  done: 'bg-done-soft text-done',
};

interface BadgeProps {
  tone?: Tone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-xs px-1.5 text-xs font-medium whitespace-nowrap',
        TONE[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
