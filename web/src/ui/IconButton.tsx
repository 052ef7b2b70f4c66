import type { ComponentProps, ReactNode } from 'react';
import { classes } from '@/lib/classes';
import type { Side } from './place';
import { Spinner } from './Spinner';
import { Tooltip } from './Tooltip';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Its accessible name, and the text of its tooltip. */
  label: string;
  icon: ReactNode;
  shortcut?: string;
  size?: 'sm' | 'md';
  variant?: 'ghost' | 'quiet';
  tooltipSide?: Side;
  busy?: boolean;
}

export function IconButton({
  label,
  icon,
  shortcut,
  size = 'md',
  variant = 'ghost',
  tooltipSide = 'bottom',
  busy = false,
  className,
  onPointerEnter,
  onPointerLeave,
  onPointerDown,
  onFocus,
  onBlur,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut} side={tooltipSide}>
      {(tip) => (
        <button
          type="button"
          {...rest}
          aria-label={label}
          aria-busy={busy || undefined}
          className={classes(
            'relative inline-flex shrink-0 items-center justify-center rounded-sm border text-soft transition-colors duration-120',
            'hover:bg-hover hover:text-ink disabled:opacity-45 aria-expanded:bg-hover aria-expanded:text-ink aria-pressed:bg-hover aria-pressed:text-ink',
            'coarse:after:absolute coarse:after:-inset-1.5',
            size === 'sm' ? 'size-6 coarse:size-8' : 'size-8 coarse:size-10',
            variant === 'quiet' ? 'border-line-strong bg-raised' : 'border-transparent',
            className,
          )}
          onPointerEnter={(event) => {
            tip.onPointerEnter(event);
            onPointerEnter?.(event);
          }}
          onPointerLeave={(event) => {
            tip.onPointerLeave();
            onPointerLeave?.(event);
          }}
          onPointerDown={(event) => {
            tip.onPointerDown();
            onPointerDown?.(event);
          }}
          onFocus={(event) => {
            tip.onFocus(event);
            onFocus?.(event);
          }}
          onBlur={(event) => {
            tip.onBlur();
            onBlur?.(event);
          }}
        >
          {busy ? <Spinner size={14} /> : icon}
        </button>
      )}
    </Tooltip>
  );
}
