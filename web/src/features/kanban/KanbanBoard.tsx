import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { useCommands, useFinder } from '@/lib/commands';
import { authorNames } from '@/lib/people';
import { type Project, useMembers } from '@/lib/server-data';
import { redo, undo } from '@/lib/undo-change';
import type { LiveBoard } from '@/live/board';
import { OverlayBoundary } from '@/ui/OverlayBoundary';
import { BoardScroller } from './BoardScroller';
import { KanbanContext, OpenCardContext, PeopleContext, useUi } from './context';
import { findCards } from './find-cards';
import { ItemMenu } from './ItemMenu';
import { Kanban } from './kanban';
import { Notices } from './Notices';
import { useOpenCard } from './open-card';
import { PhoneColumns } from './PhoneColumns';
import type { WorkTabProps } from './panel-tabs';
import { usePresence } from './presence';
import { useBoardShortcuts } from './shortcuts';
import { Toolbar } from './Toolbar';

const CardPanel = lazy(() => import('./CardPanel'));
const ColumnDialogs = lazy(() => import('./ColumnDialogs'));

interface KanbanBoardProps {
  board: LiveBoard;
  project: Project;
  me: { readonly id: string; readonly name: string };
  /** Shows a tab about the work of agents on a card. */
  workTab: (props: WorkTabProps) => ReactNode;
}

/** A board of columns with cards. */
export default function KanbanBoard({ board, project, me, workTab }: KanbanBoardProps) {
  const canEdit = project.role !== 'viewer';
  const kanban = useMemo(() => new Kanban(board, me.id, canEdit), [board, me.id, canEdit]);
  const members = useMembers(project.id).data;
  const nameAuthor = useMemo(() => authorNames(members ?? [], board, me), [members, board, me]);
  return (
    <KanbanContext value={kanban}>
      <PeopleContext value={nameAuthor}>
        <BoardView key={board.id} kanban={kanban} workTab={workTab} />
      </PeopleContext>
    </KanbanContext>
  );
}

function BoardView({ kanban, workTab }: { kanban: Kanban } & Pick<KanbanBoardProps, 'workTab'>) {
  const opened = useOpenCard();
  const { card, open, close } = opened;
  const filter = useRef<HTMLInputElement>(null);
  useEffect(() => kanban.start(), [kanban]);
  usePresence(kanban, card);
  const host = useMemo(() => ({ kanban, open, focusFilter: () => filter.current?.focus() }), [kanban, open]);
  useBoardShortcuts(host);
  useBoardCommands(kanban, () => filter.current?.focus());
  useFinder((text) => findCards(kanban.board, text, open));
  return (
    <OpenCardContext value={open}>
      <div className="flex min-h-0 flex-1 flex-col">
        <Toolbar input={filter} />
        <Notices />
        <BoardScroller />
        <PhoneColumns />
      </div>
      <ItemMenu />
      <Announcer />
      <div
        ref={(element) => {
          kanban.layer = element;
        }}
        aria-hidden="true"
        className="pointer-events-none fixed inset-0 z-40 overflow-hidden"
      />
      {card === null ? null : (
        <OverlayBoundary onFail={close}>
          <CardPanel opened={{ ...opened, card }} workTab={workTab} />
        </OverlayBoundary>
      )}
      <SettingsOf />
    </OpenCardContext>
  );
}

function SettingsOf() {
  const settings = useUi((state) => state.settings);
  if (settings === null) return null;
  return (
    <Suspense>
      <ColumnDialogs key={settings} column={settings} />
    </Suspense>
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

function useBoardCommands(kanban: Kanban, focusFilter: () => void): void {
  const { ui, canEdit } = kanban;
  const addCard = () => {
    const { focus } = ui.getState();
    const node = focus === null ? undefined : kanban.board.node(focus);
    ui.setState({ composing: node?.kind === 'card' ? node.parent : (focus ?? null) });
  };
  const edits = [
    { id: 'board.card', label: 'New card', group: 'Board', shortcut: 'n', run: addCard },
    {
      id: 'board.column',
      label: 'New column',
      group: 'Board',
      run: () => ui.setState({ isAddingColumn: true }),
    },
    {
      id: 'board.undo',
      label: 'Undo',
      group: 'Board',
      shortcut: 'mod+z',
      run: () => void undo(kanban.board),
    },
    {
      id: 'board.redo',
      label: 'Redo',
      group: 'Board',
      shortcut: 'mod+shift+z',
      run: () => void redo(kanban.board),
    },
  ];
  const filter = {
    id: 'board.filter',
    label: 'Filter cards',
    group: 'Board',
    shortcut: '/',
    run: focusFilter,
  };
  useCommands(canEdit ? [...edits, filter] : [filter]);
}
