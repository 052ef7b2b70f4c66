import ALargeSmall from 'lucide-react/icons/a-large-small';
import { classes } from '@/lib/classes';
import { TEXT_SIZES, type TextSize } from './model';
import { Popover } from './Popover';

const NAMES: Readonly<Record<TextSize, string>> = { s: 'Small', m: 'Medium', l: 'Large', xl: 'Very large' };

interface TextSizeMenuProps {
  current: TextSize | null;
  onSelect: (size: TextSize) => void;
}

export function TextSizeMenu({ current, onSelect }: TextSizeMenuProps) {
  return (
    <Popover label="Text size" columns={4} side="top" icon={<ALargeSmall size={18} />}>
      {(close) =>
        TEXT_SIZES.map((size) => (
          <button
            key={size}
            type="button"
            aria-label={NAMES[size]}
            aria-pressed={size === current}
            onClick={() => {
              close();
              onSelect(size);
            }}
            className={classes(
              'flex size-9 items-center justify-center rounded-sm text-sm font-medium uppercase hover:bg-hover coarse:size-11',
              size === current && 'bg-accent-soft text-accent-ink',
            )}
          >
            {size}
          </button>
        ))
      }
    </Popover>
  );
}
