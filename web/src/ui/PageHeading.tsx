import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import { useTitle } from '@/lib/router';

let pagesShown = 0;

interface PageHeadingProps {
  /** Also names the browser's tab. */
  title: string;
  children?: ReactNode;
  className?: string;
  hidden?: boolean;
}

/** The heading of a page. It takes the focus after a navigation, so that a screen reader begins there. */
export function PageHeading({ title, children, className, hidden = false }: PageHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    pagesShown += 1;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (pagesShown > 1 && lost) ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1
      ref={ref}
      tabIndex={-1}
      className={classes(hidden ? 'sr-only' : 'text-xl font-semibold tracking-tight', className)}
    >
      {children ?? title}
    </h1>
  );
}
