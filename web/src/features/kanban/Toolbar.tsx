import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type RefObject, useSyncExternalStore } from 'react';
import { IconButton } from '@/ui/IconButton';
import { Kbd } from '@/ui/Kbd';
import { useKanban } from './context';

/** What stands above the columns: the filter, and why nothing can be changed when that is so. */
export function Toolbar({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const kanban = useKanban();
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 max-md:px-5">
      <FilterBox input={input} />
      {kanban.canEdit ? null : (
        <p className="min-w-0 text-sm text-mute max-md:basis-full max-md:pb-2">
          You can look at this board. To change it, ask an owner of the project to make you an editor.
        </p>
      )}
    </div>
  );
}

function FilterBox({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const kanban = useKanban();
  const { filter } = kanban;
  const query = useSyncExternalStore(
    (listener) => filter.subscribe(listener),
    () => filter.query(),
  );
  const counts = useSyncExternalStore(
    (listener) => filter.subscribe(listener),
    () => filter.counts(),
  );
  const clear = () => {
    filter.setQuery('');
    input.current?.focus();
  };
  const isFiltering = query.trim() !== '';
  return (
    <div className="flex min-w-0 items-center gap-2 max-md:flex-1">
      <div className="relative w-56 min-w-0 max-md:w-auto max-md:flex-1">
        <Search
          size={14}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-mute"
        />
        <input
          ref={input}
          type="search"
          aria-label="Filter cards"
          placeholder="Filter cards"
          value={query}
          onChange={(event) => filter.setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Escape' && query !== '') filter.setQuery('');
            else {
              const first = kanban.ui.getState().focus;
              if (first !== null) kanban.focus(first);
            }
          }}
          className="control h-8 pr-8 pl-8 text-sm coarse:h-10 [&::-webkit-search-cancel-button]:hidden"
        />
        <span className="absolute inset-y-0 right-1 flex items-center">
          {isFiltering ? (
            <IconButton
              size="sm"
              label="Clear the filter"
              icon={<X size={14} aria-hidden="true" />}
              onClick={clear}
            />
          ) : (
            <span className="pr-1 coarse:hidden">
              <Kbd keys="/" />
            </span>
          )}
        </span>
      </div>
      <p role="status" className="shrink-0 text-sm text-mute">
        {isFiltering ? `${counts.shown} of ${counts.total}` : ''}
      </p>
    </div>
  );
}
