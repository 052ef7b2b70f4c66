import type { ComponentProps, ReactNode } from 'react';
import { classes } from '@/lib/classes';
import { Field, type FieldTexts } from './Field';

interface TextInputProps extends FieldTexts, Omit<ComponentProps<'input'>, 'id' | 'children'> {
  /** Stands inside the box at its end, such as a button that shows a password. */
  trailing?: ReactNode;
}

export function TextInput({ label, hint, error, hideLabel, trailing, className, ...rest }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} className={className}>
      {(wiring) => (
        <span className="relative block">
          <input
            type="text"
            {...rest}
            {...wiring}
            className={classes('control h-9 coarse:h-11', trailing ? 'pr-11' : null)}
          />
          {trailing ? <span className="absolute inset-y-0 right-1 flex items-center">{trailing}</span> : null}
        </span>
      )}
    </Field>
  );
}
