import Play from 'lucide-react/icons/play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ReactNode } from 'react';
import { useCardStatus } from '@/lib/card-hooks';
import { startLabel, statusIn, workWords } from '@/lib/card-words';
import { classes } from '@/lib/classes';
import { columnSettings } from '@/lib/columns';
import { useNode } from '@/lib/live-hooks';
import type { CardPhase } from '@/live/cards-wire';
import { nextStep } from './column-work';
import { useKanban } from './context';
import { hasFacts, WorkFacts } from './WorkFacts';
import { WorkLine } from './WorkLine';
import { start } from './work-actions';

/** Phases in which going on is what somebody most likely wants. */
const STUCK: ReadonlySet<CardPhase> = new Set(['failed', 'stopped']);

/** The work on a card as it is seen on the board. It hears of its own card only. */
export function CardWork({ id, column }: { id: string; column: string }) {
  const { board, canEdit } = useKanban();
  const status = statusIn(useCardStatus(board, id), column);
  const { mode } = columnSettings(useNode(board, column));
  const label = canEdit ? startLabel(status, mode) : null;
  const isStuck = status !== undefined && STUCK.has(status.phase);
  return (
    <>
      {status && workWords(status) ? (
        <div className="mt-1.5 flex min-h-6 items-center gap-2">
          <div className="flex min-w-0 flex-1">
            <WorkLine status={status} next={nextStep(board, column, status.merged === true)} />
          </div>
          {label && isStuck ? (
            <StartButton id={id} label={label}>
              {label}
            </StartButton>
          ) : null}
        </div>
      ) : null}
      {status && hasFacts(status) ? (
        <div className="mt-1 flex">
          <WorkFacts status={status} />
        </div>
      ) : null}
      {label && (status?.phase ?? 'resting') === 'resting' ? <StartButton id={id} label={label} /> : null}
    </>
  );
}

interface StartButtonProps {
  id: string;
  label: string;
  /** Stands in the card's line; without it the button floats beside the menu's. */
  children?: ReactNode;
}

/** Has an agent begin. The key for it is the board's, so Tab does not stop here. */
function StartButton({ id, label, children }: StartButtonProps) {
  const kanban = useKanban();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={`${label} (S)`}
      onClick={(event) => {
        event.stopPropagation();
        void start(kanban, id);
      }}
      className={classes(
        'flex shrink-0 items-center justify-center gap-1 rounded-xs',
        children
          ? 'relative h-6 border border-line-strong bg-raised px-1.5 text-xs font-medium text-ink hover:bg-hover coarse:h-8 coarse:px-2.5 coarse:after:absolute coarse:after:-inset-2'
          : 'absolute top-1.5 right-8 size-6 bg-raised text-accent-ink opacity-0 group-hover/card:opacity-100 group-focus-visible/card:opacity-100 hover:bg-accent-soft coarse:top-0.5 coarse:right-10 coarse:size-9 coarse:opacity-100',
      )}
    >
      {children ? (
        <RotateCw size={11} aria-hidden="true" />
      ) : (
        <Play size={13} fill="currentColor" aria-hidden="true" />
      )}
      {children}
    </button>
  );
}
