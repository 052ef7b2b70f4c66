import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field';

interface SelectProps extends FieldTexts, Omit<ComponentProps<'select'>, 'id'> {}

/** The browser's own select: its list works everywhere, also on a phone. */
export function Select({ label, hint, error, hideLabel, className, children, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} className={className}>
      {(wiring) => (
        <span className="relative block">
          <select {...rest} {...wiring} className="control h-9 appearance-none pr-8 coarse:h-11">
            {children}
          </select>
          <ChevronDown
            size={14}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-mute"
          />
        </span>
      )}
    </Field>
  );
}
