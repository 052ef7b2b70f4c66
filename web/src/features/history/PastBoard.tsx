import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';
import { classes } from '@/lib/classes';
import { previewOf } from '@/lib/markdown-preview';
import { exactTime } from '@/lib/time';
import type { LiveBoard } from '@/live/board';
import { type BoardNode, ROOT } from '@/live/wire';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { BoardCopy } from './board-copy';
import type { Past } from './past';
import { restore } from './restore-board';

interface PastBoardProps {
  board: LiveBoard;
  past: Past;
  canRestore: boolean;
  /** Over the board beside the panel, or inside the panel where that covers the screen. */
  placement: 'beside' | 'inside';
  /** Draws a board of another kind than kanban. */
  draw: DrawPast | undefined;
  onBack: () => void;
}

export type DrawPast = (nodes: readonly BoardNode[]) => ReactNode;

/** A board as it was: to look at, and to bring back. */
export function PastBoard({ board, past, canRestore, placement, draw, onBack }: PastBoardProps) {
  const [isBusy, setIsBusy] = useState(false);
  const bringBack = async () => {
    setIsBusy(true);
    const isDone = await restore(board, past);
    setIsBusy(false);
    if (isDone) onBack();
  };
  return (
    <section
      aria-label="The board in the past"
      className={classes(
        'flex flex-col bg-canvas',
        placement === 'beside'
          ? 'fixed top-(--header-height,0px) right-105 bottom-0 left-0 z-20'
          : 'h-[calc(100dvh-9rem)]',
      )}
    >
      <Banner
        tone="warn"
        strip
        action={
          <span className="flex flex-wrap justify-end gap-2">
            {canRestore ? (
              <Button
                size="sm"
                icon={<RotateCcw size={14} aria-hidden="true" />}
                busy={isBusy}
                onClick={() => void bringBack()}
              >
                Restore
              </Button>
            ) : null}
            <Button size="sm" variant="primary" onClick={onBack}>
              Back to now
            </Button>
          </span>
        }
      >
        You are looking at the past: {exactTime(past.at)}
      </Banner>
      {draw ? draw(past.nodes) : <PastColumns nodes={past.nodes} />}
    </section>
  );
}

function PastColumns({ nodes }: { nodes: readonly BoardNode[] }) {
  const copy = useMemo(() => new BoardCopy(nodes), [nodes]);
  const columns = copy.children(ROOT);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
      tabIndex={0}
      aria-label="Columns in the past"
      className="flex min-h-0 flex-1 gap-2.5 overflow-x-auto p-4"
    >
      {columns.length === 0 ? <p className="text-sm text-mute">The board had no columns then.</p> : null}
      {columns.map((id) => (
        <PastColumn key={id} id={id} copy={copy} />
      ))}
    </section>
  );
}

function PastColumn({ id, copy }: { id: string; copy: BoardCopy }) {
  const cards = copy.children(id);
  const name = String(copy.node(id)?.props.name ?? '');
  return (
    <section
      aria-label={`${name} in the past`}
      className="flex max-h-full w-67 shrink-0 flex-col self-start rounded-lg bg-sunken"
    >
      <h3 className="flex h-10 shrink-0 items-center gap-2 px-3.5 text-sm font-semibold">
        <span className="truncate">{name}</span>
        <span className="font-normal text-mute">{cards.length}</span>
      </h3>
      <div className="min-h-2 flex-1 overflow-y-auto px-1.5 pb-1">
        <Virtualizer data={cards} itemSize={48}>
          {(card) => {
            const { title, description } = copy.node(card)?.props ?? {};
            return (
              <article key={card} aria-label={String(title)} className="pb-1.5">
                <div className="rounded-md border bg-panel px-3 py-2 text-base text-soft">
                  <p className="wrap-anywhere">{String(title ?? '')}</p>
                  {typeof description === 'string' ? (
                    <p className="mt-0.5 truncate text-sm text-mute">{previewOf(description, [])}</p>
                  ) : null}
                </div>
              </article>
            );
          }}
        </Virtualizer>
      </div>
    </section>
  );
}
