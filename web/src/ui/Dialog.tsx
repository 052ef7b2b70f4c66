import X from 'lucide-react/icons/x';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import { pushDialog } from './dialog-stack';
import { focusInside, rememberFocus } from './focus';
import { IconButton } from './IconButton';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stands below the title. */
  description?: ReactNode;
  /** Buttons; the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** Hides title and close button from the eye, for a dialog that is one field, such as the palette. */
  bare?: boolean;
  /** There is nothing inside but text: the keyboard scrolls it. */
  reading?: boolean;
}

const SIZE = { sm: 'sm:max-w-100', md: 'sm:max-w-130', lg: 'sm:max-w-180' };

/** A modal dialog; mounted is open. On a phone it rises from the bottom edge. */
export function Dialog({
  title,
  onClose,
  children,
  description,
  footer,
  size = 'md',
  bare = false,
  reading = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const pressedOutside = useRef(false);
  const id = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const giveBack = rememberFocus();
    dialog.showModal();
    const pop = pushDialog(dialog);
    if (!body.current || !focusInside(body.current)) (body.current ?? dialog).focus();
    return () => {
      pop();
      dialog.close();
      giveBack();
    };
  }, []);

  const scroller = reading ? { role: 'region', tabIndex: 0, 'aria-labelledby': `${id}-title` } : {};
  const isBackdrop = (event: MouseEvent) => event.target === ref.current;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, and the dialog reports that as cancel.
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // Some browsers close it without asking when Escape comes twice.
        if (ref.current && !ref.current.open) onClose();
      }}
      onMouseDown={(event) => {
        pressedOutside.current = isBackdrop(event);
      }}
      onClick={(event) => {
        if (isBackdrop(event) && pressedOutside.current) onClose();
      }}
      className={classes(
        'fixed inset-x-0 top-auto bottom-0 m-0 max-h-[calc(100dvh-env(safe-area-inset-top)-1rem)] w-full max-w-none flex-col overflow-hidden rounded-t-xl pb-[env(safe-area-inset-bottom)] bg-panel text-ink shadow-dialog open:flex open:animate-rise',
        'sm:pb-0 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:max-h-[76vh] sm:rounded-xl',
        SIZE[size],
      )}
    >
      <header className={bare ? 'sr-only' : 'flex shrink-0 items-start gap-2 px-5 pt-4 pb-1'}>
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className="text-lg font-semibold text-balance">
            {title}
          </h2>
          {description ? (
            <p id={`${id}-description`} className="mt-1 text-sm text-soft">
              {description}
            </p>
          ) : null}
        </div>
        {bare ? null : (
          <IconButton
            label="Close"
            icon={<X size={16} aria-hidden="true" />}
            onClick={onClose}
            className="-mt-1 -mr-2"
          />
        )}
      </header>
      <div
        ref={body}
        {...scroller}
        className={classes('min-h-0 flex-1 overflow-y-auto outline-none', bare ? null : 'px-5 pt-2 pb-5')}
      >
        {children}
        {footer ? <footer className="mt-5 flex flex-wrap justify-end gap-2">{footer}</footer> : null}
      </div>
    </dialog>
  );
}
