interface SpinnerProps {
  /** Said to screen readers; without it the spinner is decoration beside a text. */
  label?: string;
  size?: number;
}

export function Spinner({ label, size = 16 }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex shrink-0 items-center justify-center">
      <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" className="animate-spin">
        <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.75" opacity="0.22" />
        <path
          d="M14.25 8A6.25 6.25 0 0 0 8 1.75"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}
