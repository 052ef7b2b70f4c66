import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '@/lib/classes';
import { Button } from './Button';
import { useDialogStack } from './dialog-stack';
import { IconButton } from './IconButton';
import { dismissToast, pauseToasts, resumeToasts, type ToastEntry, useToasts } from './toast';

const LOOK = {
  info: { icon: Info, ink: 'text-mute' },
  done: { icon: CircleCheck, ink: 'text-done' },
  error: { icon: CircleAlert, ink: 'text-error' },
};

/** The region in which toasts stand and are announced; one per page. */
export function Toaster() {
  const entries = useToasts((state) => state.entries);
  const dialog = useDialogStack((state) => state.open.at(-1));
  const ref = useRef<HTMLElement>(null);

  // Shown anew for each toast and dialog, because the top layer stacks by when something entered it.
  // It stays shown when empty: what is hidden announces nothing.
  useLayoutEffect(() => {
    const region = ref.current;
    // A dialog that is going takes the region along until the next turn.
    if (!region?.isConnected || !region.showPopover) return;
    if (region.matches(':popover-open')) region.hidePopover();
    region.showPopover();
  });

  const region = (
    <section
      ref={ref}
      popover="manual"
      aria-label="Notifications"
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={resumeToasts}
      // Away from the right and the bottom of a phone, where what is written is sent.
      className="fixed inset-x-3 top-[calc(var(--toast-top,3.75rem)+env(safe-area-inset-top))] bottom-auto m-0 w-auto overflow-visible bg-transparent sm:top-auto sm:right-auto sm:bottom-(--toast-bottom,0.75rem) sm:w-90"
    >
      <div role="status" aria-live="polite" aria-relevant="additions text" className="flex flex-col gap-2">
        {entries.map((entry) => (
          <ToastRow key={entry.id} entry={entry} />
        ))}
      </div>
    </section>
  );
  // A modal dialog makes all outside of it unreachable, so the region moves inside.
  return createPortal(region, dialog ?? document.body, dialog ? 'dialog' : 'page');
}

function ToastRow({ entry }: { entry: ToastEntry }) {
  const { icon: Icon, ink } = LOOK[entry.tone];
  const { action } = entry;
  return (
    <div className="flex animate-rise items-start gap-2.5 rounded-lg bg-raised py-2 pr-2 pl-3 text-sm text-ink shadow-float">
      <Icon size={16} aria-hidden="true" className={classes('mt-1 shrink-0', ink)} />
      <div className="min-w-0 flex-1 py-0.5">
        <p className="font-medium break-words">{entry.title}</p>
        {entry.detail ? <p className="break-words text-soft">{entry.detail}</p> : null}
      </div>
      {action ? (
        <Button
          size="sm"
          onClick={() => {
            dismissToast(entry.id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton
        label="Dismiss"
        size="sm"
        icon={<X size={14} aria-hidden="true" />}
        onClick={() => dismissToast(entry.id)}
      />
    </div>
  );
}
