import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useMedia, WIDE } from '@/lib/media';
import { toProblem } from '@/lib/problem';
import type { Project } from '@/lib/server-data';
import type { LiveBoard } from '@/live/board';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Sheet } from '@/ui/Sheet';
import { group } from './group';
import { HistoryList } from './HistoryList';
import { HistoryLog } from './history-log';
import { type DrawPast, PastBoard } from './PastBoard';
import { PastReader, usePast } from './past';
import { boardHistory } from './source';
import { TimeSlider } from './TimeSlider';

interface HistoryPanelProps {
  board: LiveBoard;
  project: Project;
  /** Draws a board of the past that is no kanban board. */
  draw?: DrawPast | undefined;
  onClose: () => void;
}

/** Who did what, and the board as it was at any time. */
export default function HistoryPanel({ board, project, draw, onClose }: HistoryPanelProps) {
  const isWide = useMedia(WIDE);
  const { log, reader } = useMemo(() => {
    const source = boardHistory(board.id);
    return { log: new HistoryLog(board, source), reader: new PastReader(source) };
  }, [board]);
  useEffect(() => log.start(), [log]);
  const state = useSyncExternalStore(
    (listener) => log.subscribe(listener),
    () => log.state(),
  );
  const groups = useMemo(() => group(state.entries), [state.entries]);
  const [seq, setSeq] = useState<number | null>(null);
  const { past, error } = usePast(reader, seq);
  const shown =
    seq !== null && past ? (
      <PastBoard
        board={board}
        past={past}
        canRestore={project.role !== 'viewer'}
        placement={isWide ? 'beside' : 'inside'}
        draw={draw}
        onBack={() => setSeq(null)}
      />
    ) : null;
  return (
    <>
      {isWide ? shown : null}
      <Sheet title="History" onClose={onClose}>
        <TimeSlider
          board={board}
          seq={seq}
          at={past?.at ?? ''}
          hasWayBack={shown !== null && !isWide}
          onChange={setSeq}
        />
        {error === null ? null : (
          <div className="px-4 pt-3">
            <Banner tone="error">{error}</Banner>
          </div>
        )}
        {isWide ? null : shown}
        {shown && !isWide ? null : (
          <HistoryList
            board={board}
            project={project.id}
            canEdit={project.role !== 'viewer'}
            groups={groups}
            state={state}
            onShow={setSeq}
            onOlder={() => void log.loadOlder()}
          />
        )}
        {state.error === null ? null : (
          <div className="p-4">
            <Banner
              tone="error"
              action={
                <Button size="sm" onClick={() => void log.loadOlder()}>
                  Try again
                </Button>
              }
            >
              {toProblem(state.error).message}
            </Banner>
          </div>
        )}
      </Sheet>
    </>
  );
}
