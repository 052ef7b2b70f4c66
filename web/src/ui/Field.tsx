import { type ReactNode, useId } from 'react';
import { classes } from '@/lib/classes';

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Hides the label from the eye; it still names the field. */
  hideLabel?: boolean;
}

export interface FieldWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends FieldTexts {
  className?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
}

/** A label, a control, and what there is to say about it. */
export function Field({ label, hint, error, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : null, hint ? `${id}-hint` : null].filter(Boolean).join(' ');
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-error">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-mute">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
