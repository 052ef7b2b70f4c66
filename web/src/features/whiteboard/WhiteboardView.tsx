import { type ReactNode, Suspense, useContext, useEffect, useMemo } from 'react';
import type { BoardBeside } from '@/lib/board-beside';
import { useShortcut } from '@/lib/keys';
import { lazily } from '@/lib/lazily';
import { useMedia, WIDE } from '@/lib/media';
import { authorNames } from '@/lib/people';
import { type Project, useMembers } from '@/lib/server-data';
import type { LiveBoard } from '@/live/board';
import {
  type ChatDoor,
  ChatDoorContext,
  PeopleContext,
  useIsPlain,
  useUi,
  useWhiteboard,
  WhiteboardContext,
} from './context';
import { GoesAlong } from './GoesAlong';
import { showOnly } from './made';
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
  /** The chat with agents. What it shows is not ours to know. */
  chat: ChatDoor & { readonly panel: (beside: BoardBeside) => ReactNode };
}

/** A board on which things lie where people put them. */
export default function WhiteboardView({ board, title, project, me, chat }: WhiteboardViewProps) {
  const canEdit = project.role !== 'viewer';
  const whiteboard = useMemo(() => new Whiteboard(board, me.id, canEdit), [board, me.id, canEdit]);
  const members = useMembers(project.id).data;
  const nameAuthor = useMemo(() => authorNames(members ?? [], board, me), [members, board, me]);
  return (
    <WhiteboardContext value={whiteboard}>
      <ChatDoorContext value={chat}>
        <PeopleContext value={nameAuthor}>
          <Surface key={board.id} whiteboard={whiteboard} title={title} />
          {chat.isOpen ? <Beside {...chat} /> : null}
        </PeopleContext>
      </ChatDoorContext>
    </WhiteboardContext>
  );
}

function Surface({ whiteboard, title }: { whiteboard: Whiteboard; title: string }) {
  const tool = useUi((state) => state.tool);
  const pointer = useMemo(() => toolPointer(whiteboard), [whiteboard]);
  const chat = useContext(ChatDoorContext);
  useEffect(() => whiteboard.start(), [whiteboard]);
  useCanvasShortcuts(whiteboard);
  useCanvasCommands(whiteboard, chat);
  useShortcut({
    keys: 'shift+c',
    label: 'Chat with an agent',
    scope: 'Whiteboard',
    run: () => (chat.isOpen ? chat.close() : chat.open()),
  });
  return (
    // The canvas ends where a sheet begins. What it shows stays where it is, because it is placed from its left.
    <div className="relative flex min-h-0 flex-1 flex-col [body:has(dialog[open]:not(:modal))_&]:mr-(--sheet-width)">
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

/** The chat, which knows of the board what is in sight and selected. */
function Beside({ panel, open, close }: WhiteboardViewProps['chat']) {
  const whiteboard = useWhiteboard();
  const isWide = useMedia(WIDE);
  const beside = useMemo(
    () => ({
      id: whiteboard.board.id,
      about: <GoesAlong />,
      show: (ids: readonly string[]) => {
        // On a phone the chat covers what is to be seen.
        if (!isWide) close();
        showOnly(whiteboard, ids);
      },
      open,
      leave: () => whiteboard.surface?.focus({ preventScroll: true }),
    }),
    [whiteboard, isWide, open, close],
  );
  return panel(beside);
}

function Announcer() {
  const text = useUi(({ announcement }) => announcement);
  return (
    <div aria-live="assertive" className="sr-only">
      {text}
    </div>
  );
}
