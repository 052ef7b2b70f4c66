import type { ReactNode } from 'react';
import { classes } from '@/lib/classes';
import type { Side } from '@/ui/place';
import { GEOS, type Geo } from './model';
import { outline } from './outline';
import { Popover } from './Popover';

interface GeoMenuProps {
  label: string;
  icon: ReactNode;
  current: Geo | null;
  side: Side;
  className?: string;
  onSelect: (geo: Geo) => void;
}

/** A button that opens the outlines there are. */
export function GeoMenu({ current, onSelect, ...rest }: GeoMenuProps) {
  return (
    <Popover columns={5} {...rest}>
      {(close) =>
        GEOS.map((geo) => (
          <button
            key={geo}
            type="button"
            aria-pressed={geo === current}
            aria-label={geo}
            title={geo}
            onClick={() => {
              close();
              onSelect(geo);
            }}
            className={classes(
              'flex size-9 items-center justify-center rounded-sm text-soft hover:bg-hover coarse:size-11',
              geo === current && 'bg-accent-soft text-accent-ink',
            )}
          >
            <GeoIcon geo={geo} />
          </button>
        ))
      }
    </Popover>
  );
}

const FLAT: ReadonlySet<Geo> = new Set(['oval', 'parallelogram', 'trapezoid', 'rectangle']);

export function GeoIcon({ geo, size = 20 }: { geo: Geo; size?: number }) {
  const isFlat = FLAT.has(geo);
  return (
    <svg
      width={size}
      height={size}
      viewBox={`-4 ${isFlat ? -14 : -4} 80 80`}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={6.4}
      strokeLinejoin="round"
    >
      <path d={outline(geo, { w: 72, h: isFlat ? 52 : 72 })} />
    </svg>
  );
}
