import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classes } from '@/lib/classes';

interface BannerProps {
  tone: 'info' | 'warn' | 'error';
  children: ReactNode;
  action?: ReactNode;
  /** A strip across the page instead of a box in it. */
  strip?: boolean;
}

const LOOK = {
  info: { icon: Info, box: 'bg-running-soft', ink: 'text-running' },
  warn: { icon: TriangleAlert, box: 'bg-waiting-soft', ink: 'text-waiting' },
  error: { icon: CircleAlert, box: 'bg-error-soft', ink: 'text-error' },
};

export function Banner({ tone, children, action, strip = false }: BannerProps) {
  const { icon: Icon, box, ink } = LOOK[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classes(
        'flex items-center gap-2.5 text-sm text-ink',
        box,
        strip ? 'px-4 py-1.5' : 'rounded-md px-3 py-2',
      )}
    >
      <div className="flex min-w-0 flex-1 gap-2.5">
        <Icon size={16} aria-hidden="true" className={classes('mt-0.5 shrink-0', ink)} />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {action}
    </div>
  );
}
