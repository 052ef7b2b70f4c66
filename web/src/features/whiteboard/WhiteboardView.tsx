import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { authorNames } from '@/lib/people';
import { type Project, useMembers } from '@/lib/server-data';
import type { LiveBoard } from '@/live/board';
import { Canvas, useToolPointer } from './Canvas';
import { PeopleContext, useUi, WhiteboardContext } from './context';
import { ToolBar } from './ToolBar';
import { Whiteboard } from './whiteboard';
import './whiteboard.css';
import { useCanvasCommands } from './commands';
import { onTab, useCanvasShortcuts } from './shortcuts';
import { useClipboard } from './use-clipboard';

interface WhiteboardViewProps {
  board: LiveBoard;
  project: Project;
  me: { readonly id: string; readonly name: string };
}

/** A board on which things lie where people put them. */
export default function WhiteboardView({ board, project, me }: WhiteboardViewProps) {
  const canEdit = project.role !== 'viewer';
  const whiteboard = useMemo(() => new Whiteboard(board, me.id, canEdit), [board, me.id, canEdit]);
  const members = useMembers(project.id).data;
  const nameAuthor = useMemo(() => authorNames(members ?? [], board, me), [members, board, me]);
  return (
    <WhiteboardContext value={whiteboard}>
      <PeopleContext value={nameAuthor}>
        <ReactFlowProvider key={board.id}>
          <Surface whiteboard={whiteboard} />
        </ReactFlowProvider>
      </PeopleContext>
    </WhiteboardContext>
  );
}

function Surface({ whiteboard }: { whiteboard: Whiteboard }) {
  const tool = useUi((state) => state.tool);
  const pointer = useToolPointer(whiteboard);
  useEffect(() => whiteboard.start(), [whiteboard]);
  useCanvasShortcuts(whiteboard);
  useCanvasCommands(whiteboard);
  useClipboard(whiteboard, pasteMermaid);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={(element) => {
          whiteboard.surface = element;
        }}
        role="application"
        aria-label="Whiteboard"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys are heard here.
        tabIndex={0}
        data-tool={tool}
        className="wb min-h-0 flex-1 outline-none"
        onKeyDown={(event) => onTab(whiteboard, event)}
        {...pointer}
      >
        <Canvas />
      </div>
      {whiteboard.canEdit ? <ToolBar /> : null}
      <Announcer />
    </div>
  );
}

/** A flowchart is offered before it is drawn. */
function pasteMermaid(_source: string): void {}

function Announcer() {
  const text = useUi(({ announcement }) => announcement);
  return (
    <div aria-live="assertive" className="sr-only">
      {text}
    </div>
  );
}
