import type { ComponentProps, ReactNode } from 'react';
import { classes } from '@/lib/classes';
import { Spinner } from './Spinner';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger';
/** `field` is as high as the fields it stands beside. */
export type ButtonSize = 'sm' | 'md' | 'lg' | 'field';

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  quiet: 'bg-raised text-ink border-line-strong hover:bg-hover shadow-card',
  ghost: 'bg-transparent text-soft border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-error-fill text-on-error border-transparent hover:brightness-110',
};

const SIZE: Record<ButtonSize, string> = {
  sm: 'h-7 px-2 gap-1.5 text-sm coarse:h-10 coarse:px-3',
  md: 'h-8 px-3 gap-1.5 text-sm coarse:h-10',
  lg: 'h-10 px-4 gap-2 text-base',
  field: 'h-9 px-3.5 gap-1.5 text-base coarse:h-11',
};

/** The look of a button, for links that act as one. */
export function buttonClasses(variant: ButtonVariant = 'quiet', size: ButtonSize = 'md'): string {
  return classes(
    'relative inline-flex shrink-0 items-center justify-center rounded-sm border font-medium whitespace-nowrap select-none',
    'transition-colors duration-120 disabled:opacity-55',
    VARIANT[variant],
    SIZE[size],
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Something it started is still running: it shows that and takes no second click. */
  busy?: boolean;
}

export function Button({
  variant = 'quiet',
  size = 'md',
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClasses(variant, size), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner size={14} /> : icon}
      {children}
    </button>
  );
}
