import InboxIcon from 'lucide-react/icons/inbox';
import { Link, useRoute } from 'wouter';
import { paths } from '@/lib/router';
import { useInbox } from '@/lib/session-data';
import { Tooltip } from '@/ui/Tooltip';

const MOST = 99;

/** The way to the inbox, with how much waits there. */
export function InboxLink() {
  const count = useInbox().data?.length ?? 0;
  const [isHere] = useRoute(paths.inbox);
  const name = count === 0 ? 'Inbox' : `Inbox, ${count} ${count === 1 ? 'waits' : 'wait'} for you`;
  return (
    <Tooltip content={name} shortcut="shift+i">
      {(tip) => (
        <Link
          href={paths.inbox}
          aria-label={name}
          aria-current={isHere ? 'page' : undefined}
          className="relative flex size-8 shrink-0 items-center justify-center rounded-sm text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink coarse:size-10"
          {...tip}
        >
          <InboxIcon size={16} aria-hidden="true" />
          {count > 0 ? (
            <span
              aria-hidden="true"
              className="absolute -top-0.5 -right-0.5 coarse:top-0.5 coarse:right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-waiting px-1 text-[0.625rem] font-semibold text-canvas"
            >
              {count > MOST ? `${MOST}+` : count}
            </span>
          ) : null}
        </Link>
      )}
    </Tooltip>
  );
}
