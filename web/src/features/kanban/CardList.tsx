import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { classes } from '@/lib/classes';
import type { ListView } from '@/lib/drag/drag';
import { shiftOf } from '@/lib/drag/geometry';
import { Card } from './Card';
import { useKanban, useListView, useUi, useVisibleCards } from './context';
import { CARD } from './model';

interface CardListProps {
  column: string;
  labelledBy: string;
}

/** The room above the first card, so that its outline is seen whole. */
const TOP = 3;
/** The height a card is thought to have until it is measured. */
const USUAL_HEIGHT = 48;

/** The cards of a column; only those in view are mounted. */
export const CardList = memo(function CardList({ column, labelledBy }: CardListProps) {
  const cards = useVisibleCards(column);
  const view = useListView(column);
  const scroller = useRef<HTMLDivElement>(null);
  const handle = useRef<VirtualizerHandle>(null);
  const content = useRef<HTMLDivElement>(null);
  useDropList(column, cards, { scroller, content, handle });

  const liftedIndex = view ? cards.indexOf(view.item) : -1;
  const focusIndex = useUi(({ focus }) => (focus === null ? -1 : cards.indexOf(focus)));
  const keep = useMemo(
    () => [liftedIndex, focusIndex].filter((index) => index >= 0),
    [liftedIndex, focusIndex],
  );
  const lifted = view ? { index: liftedIndex < 0 ? null : liftedIndex, size: view.size } : null;
  const growth = (view?.gap != null ? view.size : 0) - (view && liftedIndex >= 0 ? view.size : 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the items are not its children, but wrapped for scrolling.
    <div
      ref={scroller}
      role="list"
      aria-labelledby={labelledBy}
      data-scroller=""
      className="relative min-h-2 flex-1 overflow-x-hidden overflow-y-auto overscroll-y-contain px-1.5 pt-[3px]"
    >
      {view?.gap != null ? <Gap view={view} /> : null}
      {/* Cut off where the list ends now, or the room that a lifted card left could be scrolled into. */}
      <div
        className={classes('flow-root', growth < 0 ? 'overflow-clip [overflow-clip-margin:0.5rem]' : null)}
      >
        <div
          ref={content}
          className={view ? 'relative transition-[margin] duration-150 ease-out' : undefined}
          style={growth === 0 ? undefined : { marginBottom: growth }}
        >
          <Virtualizer
            ref={handle}
            scrollRef={scroller}
            data={cards}
            itemSize={USUAL_HEIGHT}
            startMargin={TOP}
            keepMounted={keep}
          >
            {(id, index) => (
              // biome-ignore lint/a11y/useSemanticElements: as its list.
              <div
                key={id}
                role="listitem"
                aria-posinset={index + 1}
                aria-setsize={cards.length}
                className={classes(
                  'pb-1.5',
                  view ? 'transition-transform duration-150 ease-out' : null,
                  index === liftedIndex ? 'opacity-0' : null,
                )}
                style={
                  lifted
                    ? { transform: `translateY(${shiftOf(index, lifted, view?.gap ?? null)}px)` }
                    : undefined
                }
              >
                <Card id={id} />
              </div>
            )}
          </Virtualizer>
        </div>
      </div>
    </div>
  );
});

function Gap({ view }: { view: ListView }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-1.5 top-[3px] pb-1.5 transition-transform duration-150 ease-out"
      style={{ height: view.size, transform: `translateY(${view.gapStart}px)` }}
    >
      <div className="h-full rounded-md bg-pressed/60" />
    </div>
  );
}

interface ListParts {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly handle: RefObject<VirtualizerHandle | null>;
}

/** Lets cards be dropped into the list. */
function useDropList(
  column: string,
  cards: readonly string[],
  { scroller, content, handle }: ListParts,
): void {
  const { drag } = useKanban();
  const latest = useRef({ cards, item: '', index: -1 });
  useLayoutEffect(() => {
    latest.current = { cards, item: '', index: -1 };
  }, [cards]);
  useLayoutEffect(() => {
    const element = scroller.current;
    const zone = element?.closest<HTMLElement>('[data-column]');
    if (!element || !zone) return;
    // Asked for in every frame of a drag, so it is looked up once for each list and item.
    const indexOf = (item: string) => {
      const known = latest.current;
      if (known.item !== item) latest.current = { ...known, item, index: known.cards.indexOf(item) };
      return latest.current.index;
    };
    return drag.register({
      id: column,
      kind: CARD,
      axis: 'y',
      zone,
      scroller: element,
      content: () => content.current,
      track: () => ({
        count: latest.current.cards.length,
        offset: (index) => handle.current?.getItemOffset(index) ?? 0,
        size: (index) => handle.current?.getItemSize(index) ?? USUAL_HEIGHT,
      }),
      indexOf,
      reveal: (item) => {
        const index = latest.current.cards.indexOf(item);
        if (index >= 0) handle.current?.scrollToIndex(index, { align: 'nearest' });
      },
    });
  }, [drag, column, scroller, content, handle]);
}
