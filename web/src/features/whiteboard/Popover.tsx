import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '@/ui/IconButton';
import { place, type Side } from '@/ui/place';

interface PopoverProps {
  label: string;
  icon: ReactNode;
  side: Side;
  className?: string;
  /** How many choices are in a row, for the arrow keys. */
  columns: number;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a grid of choices; arrows go from one to the next. */
export function Popover({ label, icon, side, className = '', columns, children }: PopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    setIsOpen(false);
    trigger.current?.querySelector('button')?.focus();
  };
  return (
    <div ref={trigger} className="flex">
      <IconButton
        label={label}
        icon={icon}
        tooltipSide={side}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={className}
      />
      {isOpen && trigger.current ? (
        <Sheet id={id} label={label} anchor={trigger.current} side={side} columns={columns} onClose={close}>
          {children(close)}
        </Sheet>
      ) : null}
    </div>
  );
}

interface SheetProps extends Pick<PopoverProps, 'label' | 'side' | 'columns'> {
  id: string;
  anchor: Element;
  onClose: () => void;
  children: ReactNode;
}

function Sheet({ id, label, anchor, side, columns, onClose, children }: SheetProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const sheet = ref.current;
    if (!sheet) return;
    sheet.showPopover?.();
    const viewport = { width: window.innerWidth, height: window.innerHeight };
    const options = { side, align: 'center', gap: 8 } as const;
    const at = place(anchor.getBoundingClientRect(), sheet.getBoundingClientRect(), viewport, options);
    sheet.style.left = `${at.left}px`;
    sheet.style.top = `${at.top}px`;
    (sheet.querySelector<HTMLElement>('[aria-pressed="true"]') ?? sheet.querySelector('button'))?.focus();
    const leave = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!sheet.contains(target) && !anchor.contains(target)) close.current();
    };
    document.addEventListener('pointerdown', leave, true);
    return () => document.removeEventListener('pointerdown', leave, true);
  }, [anchor, side]);
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  return (
    <div
      ref={ref}
      id={id}
      role="dialog"
      aria-label={label}
      popover="manual"
      onKeyDown={(event) => {
        event.stopPropagation();
        const buttons = [...event.currentTarget.querySelectorAll('button')];
        const step = steps[event.key];
        if (event.key === 'Escape' || event.key === 'Tab') onClose();
        else if (step !== undefined) {
          const at = buttons.findIndex((button) => button.matches(':focus'));
          buttons[(at + step + buttons.length) % buttons.length]?.focus();
        } else return;
        event.preventDefault();
      }}
      className="fixed inset-auto m-0 gap-1 rounded-lg bg-raised p-1.5 text-ink shadow-float open:grid open:animate-pop"
      style={{ gridTemplateColumns: `repeat(${columns}, auto)` }}
    >
      {children}
    </div>
  );
}
