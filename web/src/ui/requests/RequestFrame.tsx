import { type KeyboardEvent, type ReactNode, useContext, useId } from 'react';
import { Banner } from '../Banner';
import { RequestAboutContext } from './about';

interface RequestFrameProps {
  icon: ReactNode;
  title: string;
  /** Stands at the end of the title's line. */
  aside?: ReactNode;
  /** Why the last answer was not taken. */
  problem?: string | null;
  footer?: ReactNode;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** A card that waits for somebody's answer. */
export function RequestFrame({
  icon,
  title,
  aside,
  problem,
  footer,
  onKeyDown,
  children,
}: RequestFrameProps) {
  const id = useId();
  const about = useContext(RequestAboutContext);
  return (
    <section
      aria-labelledby={id}
      data-request=""
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="overflow-hidden rounded-lg border border-line-strong bg-panel shadow-card focus-visible:outline-2"
    >
      <header className="flex items-center gap-2 bg-waiting-soft px-4 py-2">
        <span aria-hidden="true" className="flex shrink-0 text-waiting">
          {icon}
        </span>
        <h3 id={id} className="min-w-0 flex-1 text-sm font-semibold">
          {title}
          {about ? <span className="sr-only">: {about}</span> : null}
        </h3>
        {aside}
      </header>
      <div className="flex flex-col gap-3 px-4 py-3">
        {children}
        {problem ? <Banner tone="error">{problem}</Banner> : null}
      </div>
      {footer ? (
        <footer className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5">{footer}</footer>
      ) : null}
    </section>
  );
}
