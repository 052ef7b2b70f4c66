import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { InboxLink } from '@/features/inbox/InboxLink';
import { classes } from '@/lib/classes';
import { useMedia, WIDE } from '@/lib/media';
import { openOverlay } from '@/lib/overlays';
import { paths } from '@/lib/router';
import { IconButton } from '@/ui/IconButton';
import { Logo } from '@/ui/Logo';
import { UserMenu } from './UserMenu';

interface AppFrameProps {
  /** Stands in the bar beside the logo. */
  bar?: ReactNode;
  /** Stands in the bar before the user's menu. */
  tools?: ReactNode;
  /** A second row below the bar on narrow screens, and part of it on wide ones. */
  tabs?: ReactNode;
  /** Between the bar and the page, across its width. */
  strip?: ReactNode;
  /** The page fills the window and scrolls inside. */
  fixed?: boolean;
  children: ReactNode;
}

/** The bar at the top and the page below it. */
export function AppFrame({ bar, tools, tabs, strip, fixed = false, children }: AppFrameProps) {
  const wide = useMedia(WIDE);
  return (
    <div className={classes('flex flex-col', fixed ? 'h-dvh overflow-hidden' : 'min-h-dvh')}>
      <a
        href="#main"
        className="sr-only z-50 rounded-sm bg-accent px-3 py-1.5 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-20 shrink-0 border-b bg-canvas pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
        <div className="flex h-(--header-height) items-center gap-1.5 px-3 md:px-4">
          <Link
            href={paths.projects}
            aria-label="Tandem, all projects"
            className="flex h-8 shrink-0 items-center rounded-sm px-1 hover:bg-hover coarse:h-10"
          >
            <Logo size={18} />
            {bar ? null : <span className="ml-2 text-base font-semibold tracking-tight">Tandem</span>}
          </Link>
          {bar}
          {tabs && wide ? <div className="flex min-w-0 flex-1">{tabs}</div> : null}
          <div className="ml-auto flex shrink-0 items-center gap-1.5">
            {tools}
            <InboxLink />
            <IconButton
              label="Search and commands"
              shortcut="mod+k"
              icon={<Search size={16} />}
              onClick={() => openOverlay('palette')}
            />
            <UserMenu />
          </div>
        </div>
        {tabs && !wide ? <div className="flex border-t px-2">{tabs}</div> : null}
      </header>
      {strip}
      <main
        id="main"
        tabIndex={-1}
        className={classes(
          'flex-1 pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] outline-none',
          fixed ? 'relative flex min-h-0 flex-col' : null,
        )}
      >
        {children}
      </main>
    </div>
  );
}
