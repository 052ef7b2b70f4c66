import FolderIcon from 'lucide-react/icons/folder';
import FolderGit from 'lucide-react/icons/folder-git-2';
import { useEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import type { Folder } from '@/lib/server-data';
import { Badge } from '@/ui/Badge';
import { Skeleton } from '@/ui/Skeleton';

interface FolderListProps {
  id: string;
  optionId: (index: number) => string;
  folders: readonly Folder[];
  active: number;
  state: 'loading' | 'failed' | 'ready';
  problem: string | null;
  filtered: boolean;
  onOpen: (folder: Folder) => void;
  onPoint: (index: number) => void;
}

export function FolderList({
  id,
  optionId,
  folders,
  active,
  state,
  problem,
  filtered,
  onOpen,
  onPoint,
}: FolderListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className="-mt-1 h-48 overflow-y-auto rounded-b-sm border border-t-0 border-line-strong bg-panel">
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Folders"
        tabIndex={-1}
        className={folders.length > 0 ? 'p-1' : ''}
      >
        {folders.map((folder, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys for the whole list.
          <div
            key={folder.path}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => onOpen(folder)}
            onPointerMove={() => index !== active && onPoint(index)}
            className={classes(
              'flex min-h-8 items-center gap-2 rounded-xs px-2 text-sm coarse:min-h-10',
              index === active ? 'bg-hover' : null,
            )}
          >
            {folder.is_git_repo ? (
              <FolderGit size={15} aria-hidden="true" className="shrink-0 text-accent-ink" />
            ) : (
              <FolderIcon size={15} aria-hidden="true" className="shrink-0 text-mute" />
            )}
            <span className="min-w-0 flex-1 truncate">{folder.name}</span>
            {folder.is_git_repo ? <Badge>git</Badge> : null}
          </div>
        ))}
      </div>
      {folders.length === 0 ? <Nothing state={state} problem={problem} filtered={filtered} /> : null}
    </div>
  );
}

function Nothing({ state, problem, filtered }: Pick<FolderListProps, 'state' | 'problem' | 'filtered'>) {
  if (state === 'loading') {
    return (
      <div className="flex flex-col gap-2 p-3">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </div>
    );
  }
  const text =
    state === 'failed'
      ? problem
      : filtered
        ? 'No folder here matches.'
        : 'There are no folders inside. You can use this one.';
  return (
    <p
      role="status"
      className={classes('px-3 py-4 text-center text-sm', state === 'failed' ? 'text-error' : 'text-soft')}
    >
      {text}
    </p>
  );
}
