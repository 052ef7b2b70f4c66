import { Suspense, useEffect, useMemo } from 'react';
import { lazily } from '@/lib/lazily';
import { authorNames } from '@/lib/people';
import { type Project, useMembers } from '@/lib/server-data';
import type { LiveBoard } from '@/live/board';
import { PeopleContext, ProjectContext, useIsPlain, useUi, WhiteboardContext } from './context';
import { ToolBar } from './ToolBar';
import { toolPointer } from './tool-pointer';
import { Whiteboard } from './whiteboard';
import './whiteboard.css';
import { useCanvasCommands } from './commands';
import { onTab, useCanvasShortcuts } from './shortcuts';

// Both are fetched at once: the canvas is the larger, and nothing of the rest waits for it.
const Canvas = lazily(() => import('./Canvas'));
const Extras = lazily(() => import('./Extras'));
void Canvas.preload();
void Extras.preload();

interface WhiteboardViewProps {
  board: LiveBoard;
  title: string;
  project: Project;
  me: { readonly id: string; readonly name: string };
}

/** A board on which things lie where people put them. */
export default function WhiteboardView({ board, title, project, me }: WhiteboardViewProps) {
  const canEdit = project.role !== 'viewer';
  const whiteboard = useMemo(() => new Whiteboard(board, me.id, canEdit), [board, me.id, canEdit]);
  const members = useMembers(project.id).data;
  const nameAuthor = useMemo(() => authorNames(members ?? [], board, me), [members, board, me]);
  return (
    <WhiteboardContext value={whiteboard}>
      <ProjectContext value={project.id}>
        <PeopleContext value={nameAuthor}>
          <Surface key={board.id} whiteboard={whiteboard} title={title} />
        </PeopleContext>
      </ProjectContext>
    </WhiteboardContext>
  );
}

function Surface({ whiteboard, title }: { whiteboard: Whiteboard; title: string }) {
  const tool = useUi((state) => state.tool);
  const pointer = useMemo(() => toolPointer(whiteboard), [whiteboard]);
  useEffect(() => whiteboard.start(), [whiteboard]);
  useCanvasShortcuts(whiteboard);
  useCanvasCommands(whiteboard);
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
        data-plain={useIsPlain() || undefined}
        className="wb relative isolate min-h-0 flex-1 overflow-hidden outline-none"
        onKeyDown={(event) => onTab(whiteboard, event)}
        {...pointer}
      >
        <Suspense>
          <Canvas />
        </Suspense>
      </div>
      {whiteboard.canEdit ? <ToolBar /> : null}
      <Suspense>
        <Extras title={title} />
      </Suspense>
      <Announcer />
    </div>
  );
}

function Announcer() {
  const text = useUi(({ announcement }) => announcement);
  return (
    <div aria-live="assertive" className="sr-only">
      {text}
    </div>
  );
}
