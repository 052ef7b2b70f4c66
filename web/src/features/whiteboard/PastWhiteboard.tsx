import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { lazily } from '@/lib/lazily';
import type { BoardNode } from '@/live/wire';
import { showAll } from './actions';
import { useIsPlain, useScene, WhiteboardContext } from './context';
import { pastBoard, turnTo } from './past-board';
import { Whiteboard } from './whiteboard';
import './whiteboard.css';

/** How many frames the canvas may take to be ready. */
const FRAMES = 60;

const Canvas = lazily(() => import('./Canvas'));

/** A whiteboard as it was: to look at and to move around on. */
export default function PastWhiteboard({ nodes }: { nodes: readonly BoardNode[] }) {
  const [whiteboard] = useState(() => {
    const board = pastBoard();
    turnTo(board, nodes);
    const past = new Whiteboard(board, '', false);
    // There is nothing to select, so that dragging moves the view.
    past.ui.setState({ tool: 'hand' });
    return past;
  });
  useEffect(() => whiteboard.start(), [whiteboard]);
  // The same view for all times, so that what differs is seen.
  useLayoutEffect(() => turnTo(whiteboard.board, nodes), [whiteboard, nodes]);
  return (
    <WhiteboardContext value={whiteboard}>
      <Surface whiteboard={whiteboard} />
    </WhiteboardContext>
  );
}

function Surface({ whiteboard }: { whiteboard: Whiteboard }) {
  const { flow } = useScene();
  return (
    <section
      ref={(element) => {
        whiteboard.surface = element;
      }}
      aria-label="Whiteboard in the past"
      data-tool="hand"
      data-plain={useIsPlain() || undefined}
      className="wb relative isolate min-h-0 flex-1 overflow-hidden"
    >
      <Suspense>
        <Canvas />
        <ShowAll whiteboard={whiteboard} />
      </Suspense>
      {flow.length === 0 ? (
        <p className="pointer-events-none absolute inset-0 flex items-center justify-center text-sm text-soft">
          There was nothing on the board then.
        </p>
      ) : null}
    </section>
  );
}

/** Shows everything at first, however small that is. */
function ShowAll({ whiteboard }: { whiteboard: Whiteboard }) {
  useEffect(() => {
    let frame = 0;
    const show = (frames: number) => {
      if (whiteboard.flow) showAll(whiteboard);
      else if (frames > 0) frame = requestAnimationFrame(() => show(frames - 1));
    };
    frame = requestAnimationFrame(() => show(FRAMES));
    return () => cancelAnimationFrame(frame);
  }, [whiteboard]);
  return null;
}
