import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from './Button';
import { EmptyState } from './EmptyState';

interface LoadFailedProps {
  /** As in: could not load … */
  what: string;
  detail: string;
  onRetry: () => void;
}

export function LoadFailed({ what, detail, onRetry }: LoadFailedProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff size={20} />}
        title={`Could not load ${what}`}
        detail={detail}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  );
}
