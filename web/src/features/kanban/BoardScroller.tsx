import Columns3 from 'lucide-react/icons/columns-3';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { classes } from '@/lib/classes';
import { useChildren } from '@/lib/live-hooks';
import { ROOT } from '@/live/wire';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { AddColumn } from './AddColumn';
import { ColumnSlot } from './Column';
import { useKanban, useUi } from './context';
import { COLUMN, columnsOf } from './model';

/** More columns than anybody can work with; a board that has more must still open. */
const MAX_COLUMNS = 100;

/** The columns side by side, in what scrolls sideways. */
export function BoardScroller() {
  const kanban = useKanban();
  const columns = useChildren(kanban.board, ROOT);
  const isCarrying = useSyncExternalStore(
    (listener) => kanban.drag.subscribe(listener),
    () => kanban.drag.item() !== null,
  );
  const isAdding = useUi(({ isAddingColumn }) => isAddingColumn);
  const ref = useColumnList();
  const isEmpty = columns.length === 0 && !isAdding;
  return (
    <div
      ref={ref}
      data-board=""
      className={classes(
        'relative flex min-h-0 flex-1 overflow-x-auto overflow-y-hidden overscroll-x-contain px-4 pb-3 max-md:px-5 max-md:pb-2',
        // A panel beside the board must not lie on its last columns for good.
        '[body:has(dialog[open]:not(:modal))_&]:scroll-pr-[calc(var(--sheet-width)+1rem)] [body:has(dialog[open]:not(:modal))_&]:pr-[calc(var(--sheet-width)+1rem)]',
        // While something is carried the board scrolls freely; snapping would pull it back.
        isCarrying ? 'cursor-grabbing [&_*]:cursor-grabbing' : 'max-md:snap-x max-md:snap-mandatory',
      )}
    >
      {columns.slice(0, MAX_COLUMNS).map((id, index) => (
        <ColumnSlot key={id} id={id} index={index} />
      ))}
      {columns.length > MAX_COLUMNS ? (
        <p className="w-60 shrink-0 self-start p-3 text-sm text-soft">
          {columns.length - MAX_COLUMNS} more columns are not shown. Delete some to see them.
        </p>
      ) : null}
      {isEmpty ? <EmptyBoard /> : kanban.canEdit ? <AddColumn /> : null}
    </div>
  );
}

function EmptyBoard() {
  const { canEdit, ui } = useKanban();
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={<Columns3 size={18} />}
        title="This board has no columns"
        detail={
          canEdit
            ? 'Add a column for each step of the work, such as Next, Doing and Done. Cards then move from left to right.'
            : 'Columns and cards appear here as soon as somebody adds them.'
        }
        action={
          canEdit ? (
            <Button variant="primary" onClick={() => ui.setState({ isAddingColumn: true })}>
              Add the first column
            </Button>
          ) : null
        }
      />
    </div>
  );
}

/** Lets columns be dropped between columns. */
function useColumnList() {
  const kanban = useKanban();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scroller = ref.current;
    if (!scroller) return;
    kanban.scroller = scroller;
    const slots = () => [...scroller.querySelectorAll<HTMLElement>(':scope > [data-slot]')];
    return kanban.drag.register({
      id: ROOT,
      kind: COLUMN,
      axis: 'x',
      zone: scroller,
      scroller,
      content: () => slots()[0] ?? null,
      track: () => {
        const all = slots();
        const start = all[0]?.offsetLeft ?? 0;
        return {
          count: all.length,
          offset: (index) => (all[index]?.offsetLeft ?? start) - start,
          size: (index) => all[index]?.offsetWidth ?? 0,
        };
      },
      indexOf: (item) => columnsOf(kanban.board).indexOf(item),
      reveal: (item) => kanban.flip.element(item)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    });
  }, [kanban]);
  return ref;
}
