import ArrowRight from 'lucide-react/icons/arrow-right';
import Play from 'lucide-react/icons/play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Square from 'lucide-react/icons/square';
import { useState } from 'react';
import { canStop, startLabel, workWords } from '@/lib/card-words';
import { columnSettings } from '@/lib/columns';
import { useNode } from '@/lib/live-hooks';
import { agentLabel, price } from '@/lib/session-words';
import { type CardStatus, isAtWork } from '@/live/cards-wire';
import { Button } from '@/ui/Button';
import { moveTo } from './actions';
import { dropSentence, nextColumn, nextStep } from './column-work';
import { useKanban } from './context';
import { nameOf } from './model';
import type { PanelTab } from './panel-tabs';
import { Rehearsal } from './WorkFacts';
import { isReadyForNext, WorkLine } from './WorkLine';
import { start, stop } from './work-actions';

interface WorkBarProps {
  card: string;
  column: string;
  status: CardStatus | undefined;
  /** The tab that is shown. */
  tab: PanelTab;
  show: (tab: PanelTab) => void;
}

/** How the work on an open card stands, who does it and what it costs; and the button that starts or stops it. */
export function WorkBar({ card, column, status, tab, show }: WorkBarProps) {
  const kanban = useKanban();
  const node = useNode(kanban.board, column);
  const isPlan = status?.waiting?.some(({ kind }) => kind === 'plan') === true;
  const isAsked = status?.phase === 'waiting' && tab !== 'chat' && !(isPlan && tab === 'plan');
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-end gap-x-3 gap-y-1.5 border-b bg-sunken px-4 py-1.5">
      <div className="flex min-w-28 flex-1 flex-col">
        {status && workWords(status) ? (
          <span className="flex min-w-0">
            <WorkLine
              status={status}
              next={kanban.canEdit ? null : nextStep(kanban.board, column, status.merged === true)}
            />
          </span>
        ) : (
          <span className="truncate text-sm text-soft">At rest in {nameOf(node)}</span>
        )}
        {status?.phase === 'failed' && status.failure?.remedy ? (
          <span className="text-sm text-pretty text-soft">{status.failure.remedy}</span>
        ) : null}
      </div>
      {status ? <Who status={status} isNamed={tab !== 'chat'} /> : null}
      {isAsked ? (
        <Button size="sm" variant="primary" onClick={() => show('chat')}>
          {isPlan ? 'Read the plan' : 'Answer'}
        </Button>
      ) : null}
      {kanban.canEdit && status?.conflict && tab !== 'diff' && !isAtWork(status.phase) ? (
        <Button size="sm" variant="primary" onClick={() => show('diff')}>
          {status.conflict === 'resolved' ? 'Merge again' : 'See the conflicts'}
        </Button>
      ) : null}
      {kanban.canEdit && status && isReadyForNext(status) ? (
        <MoveOn card={card} column={column} isMerged={status.merged === true} />
      ) : null}
      {kanban.canEdit ? <Act card={card} column={column} status={status} /> : null}
    </div>
  );
}

/** Moves a card that is done here to the next column. */
function MoveOn({ card, column, isMerged }: Pick<WorkBarProps, 'card' | 'column'> & { isMerged: boolean }) {
  const kanban = useKanban();
  const next = nextColumn(kanban.board, column, isMerged);
  if (next === null) return null;
  return (
    <Button
      size="sm"
      title={dropSentence(kanban.board, next)}
      icon={<ArrowRight size={13} aria-hidden="true" />}
      onClick={() => moveTo(kanban, card, next, 'stay')}
    >
      Next: {nameOf(kanban.board.node(next))}
    </Button>
  );
}

/** The chat names its agent itself. */
function Who({ status, isNamed }: { status: CardStatus; isNamed: boolean }) {
  const cost = price(status.cost_usd);
  const who = status.agent && !status.scripted ? agentLabel(status.agent) : null;
  return (
    <span className="flex shrink-0 items-center gap-2 text-xs text-mute">
      {status.scripted && isNamed ? <Rehearsal /> : null}
      {who && isNamed ? <span className="max-sm:hidden">{who}</span> : null}
      {cost ? <span title="What all sessions of this card have cost so far">{cost}</span> : null}
    </span>
  );
}

function Act({ card, column, status }: Omit<WorkBarProps, 'show' | 'tab'>) {
  const kanban = useKanban();
  const { mode } = columnSettings(useNode(kanban.board, column));
  const [isBusy, setIsBusy] = useState(false);
  const label = startLabel(status, mode);
  const run = async (act: typeof start) => {
    setIsBusy(true);
    await act(kanban, card);
    setIsBusy(false);
  };
  if (label !== null) {
    const isFirst = status === undefined || status.phase === 'resting';
    const Icon = isFirst ? Play : RotateCw;
    return (
      <Button
        size="sm"
        variant={status?.phase === 'finished' ? 'quiet' : 'primary'}
        busy={isBusy}
        icon={<Icon size={13} aria-hidden="true" />}
        onClick={() => void run(start)}
      >
        {label}
      </Button>
    );
  }
  if (!canStop(status)) return null;
  return (
    <Button
      size="sm"
      busy={isBusy}
      icon={<Square size={11} fill="currentColor" aria-hidden="true" />}
      onClick={() => void run(stop)}
    >
      Stop
    </Button>
  );
}
