const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';

/** Focuses what is marked with `data-autofocus`, else the first thing inside that takes the focus. Returns whether there was any. */
export function focusInside(root: HTMLElement): boolean {
  const target =
    root.querySelector<HTMLElement>('[data-autofocus]') ?? root.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
  return target !== null;
}

/** Remembers what has the focus and returns how to give it back. */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
