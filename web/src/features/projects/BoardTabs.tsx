import Ellipsis from 'lucide-react/icons/ellipsis';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Shapes from 'lucide-react/icons/shapes';
import Kanban from 'lucide-react/icons/square-kanban';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { answer, api } from '@/lib/api';
import { attempt } from '@/lib/attempt';
import { classes } from '@/lib/classes';
import { paths } from '@/lib/router';
import { useCurrentInSight } from '@/lib/scroll';
import { type Board, keys, type Project, resources, useBoards } from '@/lib/server-data';
import { confirm } from '@/ui/confirm';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import { toast } from '@/ui/toast';
import { AddBoardDialog } from './AddBoardDialog';
import { RenameBoardDialog } from './RenameBoardDialog';

interface BoardTabsProps {
  project: Project;
  /** The board that is shown, or `sessions`. */
  current?: string;
}

/** The boards of a project, as links. */
export function BoardTabs({ project, current }: BoardTabsProps) {
  const { data: boards } = useBoards(project.id);
  const [dialog, setDialog] = useState<'add' | Board | null>(null);
  const row = useCurrentInSight<HTMLElement>(boards ? current : undefined);
  const mayEdit = project.role !== 'viewer';
  return (
    <nav
      ref={row}
      aria-label="Boards and sessions"
      className="no-scrollbar flex min-w-0 flex-1 items-center gap-0.5 overflow-x-auto py-1"
    >
      {boards?.map((board) => (
        <Tab
          key={board.id}
          board={board}
          project={project}
          current={board.id === current}
          onRename={() => setDialog(board)}
        />
      ))}
      {mayEdit && boards ? (
        <IconButton label="New board" size="sm" icon={<Plus size={15} />} onClick={() => setDialog('add')} />
      ) : null}
      <span aria-hidden="true" className="mx-1 h-4 w-px shrink-0 bg-line" />
      <SessionsTab project={project} current={current === 'sessions'} />
      {dialog === 'add' ? <AddBoardDialog project={project} onClose={() => setDialog(null)} /> : null}
      {dialog && dialog !== 'add' ? (
        <RenameBoardDialog board={dialog} onClose={() => setDialog(null)} />
      ) : null}
    </nav>
  );
}

function SessionsTab({ project, current }: { project: Project; current: boolean }) {
  return (
    <Link
      href={paths.sessions(project.id)}
      aria-current={current ? 'page' : undefined}
      className={classes(
        'flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-2.5 text-sm coarse:h-10',
        current ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover/60',
      )}
    >
      <MessagesSquare size={14} aria-hidden="true" className="text-mute" />
      Sessions
    </Link>
  );
}

interface TabProps {
  board: Board;
  project: Project;
  current: boolean;
  onRename: () => void;
}

function Tab({ board, project, current, onRename }: TabProps) {
  const [, navigate] = useLocation();
  const remove = async () => {
    if (!(await deleteBoard(board))) return;
    if (current) navigate(paths.board(project.id, project.kanban_board_id), { replace: true });
  };
  const isMain = board.id === project.kanban_board_id;
  return (
    <div
      className={classes('flex shrink-0 items-center rounded-sm', current ? 'bg-hover' : 'hover:bg-hover/60')}
    >
      <Link
        href={paths.board(project.id, board.id)}
        aria-current={current ? 'page' : undefined}
        className={classes(
          'flex h-7 max-w-48 items-center gap-1.5 rounded-sm px-2.5 text-sm coarse:h-10',
          current ? 'font-medium text-ink' : 'text-soft',
        )}
      >
        <KindIcon kind={board.kind} />
        <span className="truncate">{board.title}</span>
      </Link>
      {current && project.role !== 'viewer' ? (
        <Menu
          label="This board"
          items={[
            { id: 'rename', label: 'Rename board', icon: <Pencil size={15} />, onSelect: onRename },
            {
              id: 'delete',
              label: 'Delete board',
              detail: isMain ? 'A project keeps its first board' : undefined,
              icon: <Trash size={15} />,
              tone: 'danger',
              disabled: isMain,
              onSelect: () => void remove(),
            },
          ]}
        >
          {(trigger) => (
            <IconButton
              {...trigger}
              label={`Board menu of ${board.title}`}
              size="sm"
              icon={<Ellipsis size={14} />}
              className="mr-0.5"
            />
          )}
        </Menu>
      ) : null}
    </div>
  );
}

function KindIcon({ kind }: Pick<Board, 'kind'>) {
  const Icon = kind === 'whiteboard' ? Shapes : Kanban;
  return <Icon size={14} aria-hidden="true" className="shrink-0 text-mute" />;
}

async function deleteBoard(board: Board): Promise<boolean> {
  const yes = await confirm({
    title: `Delete the board “${board.title}”?`,
    detail: 'Everything on it and its history are deleted for everybody. This cannot be undone.',
    action: 'Delete board',
    tone: 'danger',
    typed: board.title,
  });
  if (!yes) return false;
  return attempt('The board was not deleted', async () => {
    await answer(api.DELETE('/api/boards/{id}', { params: { path: { id: board.id } } }));
    resources.update<Board[]>(keys.boards(board.project_id), (all) =>
      all.filter(({ id }) => id !== board.id),
    );
    toast({ title: `Deleted the board “${board.title}”` });
  });
}
