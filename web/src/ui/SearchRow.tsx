import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { Kbd } from './Kbd';

const LABEL = 'Search for a card, command, project or board';

/** What the field of the palette is like, also before the palette is there. */
export const SEARCH_FIELD = {
  'data-autofocus': '',
  'aria-label': LABEL,
  placeholder: LABEL,
  className: 'h-12 w-full bg-transparent text-base outline-none coarse:text-lg',
} as const;

/** The first row of the palette. */
export function SearchRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 items-center gap-2.5 border-b px-4">
      <Search size={16} aria-hidden="true" className="shrink-0 text-mute" />
      {children}
      <Kbd keys="escape" />
    </div>
  );
}
