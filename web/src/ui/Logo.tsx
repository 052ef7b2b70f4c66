/** Two overlapping rings: the wheels of a tandem. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 28 20"
      width={size * 1.4}
      height={size}
      fill="none"
      strokeWidth="2.5"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="7.5" stroke="var(--accent)" />
      <circle cx="18" cy="10" r="7.5" stroke="var(--ink)" />
    </svg>
  );
}
