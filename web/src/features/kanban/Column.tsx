import { memo, useLayoutEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import { shiftOf } from '@/lib/drag/geometry';
import { useChildren, useNode } from '@/lib/live-hooks';
import { ROOT } from '@/live/wire';
import { CardList } from './CardList';
import { ColumnHeader } from './ColumnHeader';
import { Composer } from './Composer';
import { useFilterWords, useKanban, useListView, useVisibleCards } from './context';
import { nameOf } from './model';

interface ColumnProps {
  id: string;
  index: number;
}

/** A column in its place on the board, from which it steps aside while another is carried past. */
export const ColumnSlot = memo(function ColumnSlot({ id, index }: ColumnProps) {
  const { board } = useKanban();
  const view = useListView(ROOT);
  const from = view ? board.children(ROOT).indexOf(view.item) : -1;
  const lifted = view ? { index: from < 0 ? null : from, size: view.size } : null;
  return (
    <div
      data-slot=""
      className={classes(
        'flex h-full w-69 shrink-0 snap-center pr-2.5 max-md:w-[calc(100vw-2.5rem)]',
        view ? 'transition-transform duration-150 ease-out' : null,
        view?.item === id ? 'opacity-0' : null,
      )}
      style={lifted ? { transform: `translateX(${shiftOf(index, lifted, view?.gap ?? null)}px)` } : undefined}
    >
      <Column id={id} />
    </div>
  );
});

const Column = memo(function Column({ id }: { id: string }) {
  const kanban = useKanban();
  const node = useNode(kanban.board, id);
  const ref = useRef<HTMLElement>(null);
  const titleId = `column-${id}`;
  useLayoutEffect(() => {
    const element = ref.current;
    return element ? kanban.flip.register(id, { element, within: null }) : undefined;
  }, [kanban, id]);
  const name = nameOf(node);
  return (
    <section
      ref={ref}
      aria-labelledby={titleId}
      data-column={id}
      className="flex max-h-full min-w-0 flex-1 flex-col self-start rounded-lg bg-sunken data-lifted:shadow-dialog"
    >
      <ColumnHeader id={id} titleId={titleId} node={node} />
      <CardList column={id} labelledBy={titleId} />
      <EmptyColumn id={id} />
      {kanban.canEdit ? <Composer column={id} name={name} /> : null}
    </section>
  );
});

function EmptyColumn({ id }: { id: string }) {
  const { board, canEdit } = useKanban();
  const visible = useVisibleCards(id);
  const all = useChildren(board, id);
  const words = useFilterWords();
  const view = useListView(id);
  if (visible.length > 0 || view?.gap != null) return null;
  const text = words.length > 0 && all.length > 0 ? 'No card here matches.' : 'No cards yet.';
  return (
    <p className="px-3.5 pb-2 text-sm text-mute">
      {text}
      {canEdit && all.length === 0 ? ' Add one, or drag one here.' : null}
    </p>
  );
}
