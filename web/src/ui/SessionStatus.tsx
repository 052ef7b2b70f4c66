import { STATUS } from '@/lib/session-words';
import type { SessionStatus as Status } from '@/live/session-wire';
import { Badge } from './Badge';
import { Spinner } from './Spinner';

/** How a session stands, in a word. */
export function SessionStatus({ status }: { status: Status }) {
  const { label, tone } = STATUS[status];
  return (
    <Badge tone={tone} {...(status === 'running' && { icon: <Spinner size={11} /> })}>
      {label}
    </Badge>
  );
}
