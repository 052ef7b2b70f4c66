import { useEffect, useState } from 'react';
import { classes } from '@/lib/classes';
import { useChildren, useNode } from '@/lib/live-hooks';
import { useMedia, WIDE } from '@/lib/media';
import { ROOT } from '@/live/wire';
import { useKanban, useVisibleCards } from './context';
import { nameOf } from './model';

/** On a phone, where one column fills the screen: which one it is, and a way to the others near the thumb. */
export function PhoneColumns() {
  const isWide = useMedia(WIDE);
  return isWide ? null : <Switcher />;
}

function Switcher() {
  const kanban = useKanban();
  const columns = useChildren(kanban.board, ROOT);
  const current = useCurrentColumn(columns);
  if (columns.length < 2) return null;
  return (
    <nav
      aria-label="Columns"
      className="no-scrollbar flex shrink-0 gap-1 overflow-x-auto border-t bg-panel px-3 py-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]"
    >
      {columns.map((id) => (
        <ColumnButton key={id} id={id} isCurrent={id === current} />
      ))}
    </nav>
  );
}

function ColumnButton({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const { board, flip } = useKanban();
  const node = useNode(board, id);
  const count = useVisibleCards(id).length;
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      ref={(element) => {
        if (isCurrent) element?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'smooth' });
      }}
      onClick={() =>
        flip.element(id)?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'smooth' })
      }
      className={classes(
        'flex h-10 max-w-40 shrink-0 items-center gap-1.5 rounded-md px-3 text-sm',
        isCurrent ? 'bg-hover font-semibold text-ink' : 'text-soft',
      )}
    >
      <span className="truncate">{nameOf(node)}</span>
      <span className="text-mute">{count}</span>
    </button>
  );
}

/** The column in the middle of the screen. */
function useCurrentColumn(columns: readonly string[]): string | undefined {
  const kanban = useKanban();
  const [current, setCurrent] = useState(columns[0]);
  useEffect(() => {
    const { scroller } = kanban;
    if (!scroller) return;
    const look = () => {
      const middle = innerWidth / 2;
      const found = columns.find((id) => {
        // Its slot stays where it is while the column itself glides.
        const rect = kanban.flip.element(id)?.closest('[data-slot]')?.getBoundingClientRect();
        return rect && rect.left <= middle && rect.right >= middle;
      });
      if (found !== undefined) setCurrent(found);
    };
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    return () => scroller.removeEventListener('scroll', look);
  }, [kanban, columns]);
  return current;
}
