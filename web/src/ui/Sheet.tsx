import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import { useMedia, WIDE } from '@/lib/media';
import { dialogIsOpen, pushDialog } from './dialog-stack';
import { focusInside, rememberFocus } from './focus';
import { IconButton } from './IconButton';
import { NARROWEST, useSheetWidth } from './sheet-width';

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
  /** Can be drawn wider; its width is remembered under this name. */
  resizable?: string;
  /** What is inside scrolls by itself. */
  fill?: boolean;
  /** What is shown: when that changes, the focus goes inside again. */
  subject?: string;
}

const USUAL = { md: 420, lg: 600 };

/** A panel at the right edge beside the page; on a phone it covers the screen. Mounted is open. */
export function Sheet({
  title,
  onClose,
  children,
  actions,
  heading,
  modal = false,
  size = 'md',
  resizable,
  fill = false,
  subject,
}: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const giveBack = useRef(() => {});
  const id = useId();
  const isWide = useMedia(WIDE);
  const covers = !isWide || modal;
  const { width, widest, handle } = useSheetWidth(resizable, USUAL[size]);

  // One element in both forms, so that turning a phone loses nothing that is being written inside.
  useLayoutEffect(() => {
    const sheet = ref.current;
    if (!sheet) return;
    const inside = sheet.contains(document.activeElement);
    if (!inside) giveBack.current = rememberFocus();
    if (covers) sheet.showModal();
    else sheet.show();
    const pop = covers ? pushDialog(sheet) : undefined;
    if (!inside && body.current) focusInside(body.current);
    return () => {
      pop?.();
      sheet.close();
      giveBack.current();
    };
  }, [covers]);

  const shown = useRef(subject);
  useLayoutEffect(() => {
    if (shown.current === subject) return;
    shown.current = subject;
    giveBack.current = rememberFocus();
    if (body.current) focusInside(body.current);
  }, [subject]);

  // What lies beside a sheet keeps clear of it.
  useLayoutEffect(() => {
    if (covers) return;
    const { style } = document.documentElement;
    style.setProperty('--sheet-width', `${width}px`);
    return () => {
      style.removeProperty('--sheet-width');
    };
  }, [covers, width]);

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
      style={isWide ? { width } : undefined}
      className={classes(
        'fixed inset-y-0 right-0 left-auto z-30 m-0 h-dvh max-h-none w-full max-w-none flex-col bg-panel text-ink open:flex open:animate-slide',
        'pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]',
        'md:top-(--header-height,0px) md:h-auto md:border-l md:shadow-float',
      )}
    >
      {resizable && isWide ? (
        // biome-ignore lint/a11y/useSemanticElements: a line cannot take the focus, and this can be moved.
        <div
          role="separator"
          aria-orientation="vertical"
          aria-label="Width of the panel"
          aria-valuenow={width}
          aria-valuemin={NARROWEST}
          aria-valuemax={widest}
          tabIndex={0}
          {...handle}
          className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-[3px] after:w-0.5 after:transition-colors hover:after:bg-accent focus-visible:after:bg-accent"
        />
      ) : null}
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
      <div
        ref={body}
        className={classes('min-h-0 flex-1', fill ? 'flex flex-col' : 'overflow-y-auto overscroll-contain')}
      >
        {children}
      </div>
    </dialog>
  );
}
