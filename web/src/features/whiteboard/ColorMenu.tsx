import { classes } from '@/lib/classes';
import type { Side } from '@/ui/place';
import { COLORS, type Color } from './model';
import { Popover } from './Popover';

interface ColorMenuProps {
  current: Color | null;
  side: Side;
  className?: string;
  onSelect: (color: Color) => void;
}

/** A button that opens the palette. */
export function ColorMenu({ current, onSelect, ...rest }: ColorMenuProps) {
  return (
    <Popover label="Colour" columns={5} icon={<Swatch color={current} />} {...rest}>
      {(close) =>
        COLORS.map((color) => (
          <button
            key={color}
            type="button"
            aria-pressed={color === current}
            aria-label={color}
            title={color}
            onClick={() => {
              close();
              onSelect(color);
            }}
            className={classes(
              'flex size-8 items-center justify-center rounded-sm hover:bg-hover coarse:size-11',
              color === current && 'bg-hover ring-2 ring-accent',
            )}
          >
            <Swatch color={color} />
          </button>
        ))
      }
    </Popover>
  );
}

/** A colour as paper has it, with its line around it; several at once for none. */
function Swatch({ color }: { color: Color | null }) {
  return <span className={classes('wb-swatch', color ? `tint-${color}` : 'wb-swatch-many')} />;
}
