import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './Field';

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'id' | 'children'> {}

export function TextArea({ label, hint, error, hideLabel, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false} className={className}>
      {(wiring) => <textarea rows={4} {...rest} {...wiring} className="control py-2 leading-normal" />}
    </Field>
  );
}
