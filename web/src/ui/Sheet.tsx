import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import { useMedia, WIDE } from '@/lib/media';
import { dialogIsOpen, pushDialog } from './dialog-stack';
import { focusInside, rememberFocus } from './focus';
import { IconButton } from './IconButton';

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons beside the close button. */
  actions?: ReactNode;
  /** Shows something else in the place of the title, which then only names the sheet. */
  heading?: ReactNode;
  /** Covers the page on a wide screen too. */
  modal?: boolean;
  size?: 'md' | 'lg';
}

/** A panel at the right edge beside the page; on a phone it covers the screen. Mounted is open. */
export function Sheet({
  title,
  onClose,
  children,
  actions,
  heading,
  modal = false,
  size = 'md',
}: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  const covers = !useMedia(WIDE) || modal;

  // One element in both forms, so that turning a phone loses nothing that is being written inside.
  useLayoutEffect(() => {
    const sheet = ref.current;
    if (!sheet) return;
    const giveBack = rememberFocus();
    const inside = sheet.contains(document.activeElement);
    if (covers) sheet.showModal();
    else sheet.show();
    const pop = covers ? pushDialog(sheet) : undefined;
    if (!inside && body.current) focusInside(body.current);
    return () => {
      pop?.();
      sheet.close();
      giveBack();
    };
  }, [covers]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || covers || dialogIsOpen()) return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [covers, onClose]);

  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      className={classes(
        'fixed inset-y-0 right-0 left-auto z-30 m-0 h-dvh max-h-none w-full max-w-none flex-col bg-panel text-ink open:flex open:animate-slide',
        'pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]',
        'md:top-(--header-height,0px) md:h-auto md:border-l md:shadow-float',
        size === 'lg' ? 'md:w-150' : 'md:w-105',
      )}
    >
      <header className="flex h-12 shrink-0 items-center gap-1 border-b pr-2 pl-4">
        <h2
          id={`${id}-title`}
          className={heading ? 'sr-only' : 'min-w-0 flex-1 truncate text-base font-semibold'}
        >
          {title}
        </h2>
        {heading ? <div className="min-w-0 flex-1">{heading}</div> : null}
        {actions}
        <IconButton
          label="Close"
          shortcut="escape"
          icon={<X size={16} aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {children}
      </div>
    </dialog>
  );
}
