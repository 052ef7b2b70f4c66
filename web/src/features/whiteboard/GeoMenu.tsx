import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '@/lib/classes';
import { IconButton } from '@/ui/IconButton';
import { place, type Side } from '@/ui/place';
import { GEOS, type Geo } from './model';
import { outline } from './outline';

interface GeoMenuProps {
  label: string;
  icon: ReactNode;
  current: Geo | null;
  side: Side;
  className?: string;
  onSelect: (geo: Geo) => void;
}

/** A button that opens the outlines there are. */
export function GeoMenu({ label, icon, current, side, className = '', onSelect }: GeoMenuProps) {
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
        <GeoGrid
          id={id}
          anchor={trigger.current}
          side={side}
          current={current}
          onClose={close}
          onSelect={(geo) => {
            close();
            onSelect(geo);
          }}
        />
      ) : null}
    </div>
  );
}

interface GeoGridProps extends Pick<GeoMenuProps, 'current' | 'side' | 'onSelect'> {
  id: string;
  anchor: Element;
  onClose: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -5, ArrowDown: 5 };

function GeoGrid({ id, anchor, side, current, onClose, onSelect }: GeoGridProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const grid = ref.current;
    if (!grid) return;
    grid.showPopover?.();
    const viewport = { width: window.innerWidth, height: window.innerHeight };
    const at = place(anchor.getBoundingClientRect(), grid.getBoundingClientRect(), viewport, {
      side,
      align: 'center',
      gap: 8,
    });
    grid.style.left = `${at.left}px`;
    grid.style.top = `${at.top}px`;
    (grid.querySelector<HTMLElement>('[aria-pressed="true"]') ?? grid.querySelector('button'))?.focus();
    const leave = (event: globalThis.PointerEvent) => {
      const target = event.target as Node;
      if (!grid.contains(target) && !anchor.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', leave, true);
    return () => document.removeEventListener('pointerdown', leave, true);
  }, [anchor, side, onClose]);
  return (
    <div
      ref={ref}
      id={id}
      role="dialog"
      aria-label="Shapes"
      popover="manual"
      onKeyDown={(event) => {
        event.stopPropagation();
        const buttons = [...event.currentTarget.querySelectorAll('button')];
        const step = STEPS[event.key];
        if (event.key === 'Escape' || event.key === 'Tab') onClose();
        else if (step !== undefined) {
          const at = buttons.findIndex((button) => button.matches(':focus'));
          buttons[(at + step + buttons.length) % buttons.length]?.focus();
        } else return;
        event.preventDefault();
      }}
      className="fixed inset-auto m-0 grid-cols-5 gap-1 rounded-lg bg-raised p-1.5 shadow-float open:grid open:animate-pop"
    >
      {GEOS.map((geo) => (
        <button
          key={geo}
          type="button"
          aria-pressed={geo === current}
          aria-label={geo}
          title={geo}
          onClick={() => onSelect(geo)}
          className={classes(
            'flex size-9 items-center justify-center rounded-sm text-soft hover:bg-hover focus-visible:bg-hover coarse:size-11',
            geo === current && 'bg-accent-soft text-accent-ink',
          )}
        >
          <GeoIcon geo={geo} />
        </button>
      ))}
    </div>
  );
}

export function GeoIcon({ geo, size = 20 }: { geo: Geo; size?: number }) {
  const flat = geo === 'oval' || geo === 'parallelogram' || geo === 'trapezoid' || geo === 'rectangle';
  const box = { w: 18, h: flat ? 13 : 18 };
  return (
    <svg
      width={size}
      height={size}
      viewBox={`-1 ${flat ? -3.5 : -1} 20 20`}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinejoin="round"
    >
      <path d={outline(geo, box)} />
    </svg>
  );
}
