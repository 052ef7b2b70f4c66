import { type ComponentProps, type ReactNode, useId } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'children'> {
  label: string;
  hint?: ReactNode;
}

/** Something that is on or off, with what that means below its name. */
export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent coarse:mt-0 coarse:size-5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium coarse:-my-2 coarse:block coarse:py-2">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-pretty text-mute">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
