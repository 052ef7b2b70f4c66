import Bell from 'lucide-react/icons/bell';
import { turnNotificationsOff, turnNotificationsOn, useNotifications } from '@/lib/notifications';
import { Button } from '@/ui/Button';

/** Offers, once per browser, to tell of new items while one looks at something else. */
export function NotifyPrompt() {
  const { state, isDeclined } = useNotifications();
  if (state !== 'asleep' || isDeclined) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2 text-sm">
      <Bell size={15} aria-hidden="true" className="shrink-0 text-mute" />
      <p className="min-w-52 flex-1 text-soft">
        This browser can tell you when something new waits here and Tandem is not in view.
      </p>
      <span className="ml-auto flex gap-1">
        <Button size="sm" variant="ghost" onClick={turnNotificationsOff}>
          No, thanks
        </Button>
        <Button size="sm" onClick={() => void turnNotificationsOn()}>
          Notify me
        </Button>
      </span>
    </div>
  );
}
