import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Plus from 'lucide-react/icons/plus';
import SettingsIcon from 'lucide-react/icons/settings';
import Users from 'lucide-react/icons/users';
import { useLocation } from 'wouter';
import { openOverlay } from '@/lib/overlays';
import { paths } from '@/lib/router';
import { type Project, useProjects } from '@/lib/server-data';
import { Menu } from '@/ui/Menu';
import type { MenuItem } from '@/ui/MenuList';

const MAX_LISTED = 12;

export function ProjectSwitcher({ project }: { project: Project }) {
  const { data } = useProjects();
  const [, navigate] = useLocation();
  const others = (data ?? [project]).slice(0, MAX_LISTED);
  const listed = others.some(({ id }) => id === project.id) ? others : [project, ...others];
  const items: MenuItem[] = [
    {
      id: 'sessions',
      label: 'Sessions',
      icon: <MessagesSquare size={15} />,
      shortcut: 'shift+s',
      onSelect: () => navigate(paths.sessions(project.id)),
    },
    {
      id: 'members',
      label: 'Members',
      icon: <Users size={15} />,
      onSelect: () => navigate(paths.projectMembers(project.id)),
    },
    {
      id: 'settings',
      label: 'Project settings',
      icon: <SettingsIcon size={15} />,
      onSelect: () => navigate(paths.projectSettings(project.id)),
    },
    { id: 'line-1', separator: true },
    { id: 'heading', heading: 'Go to project' },
    ...listed.map((other) => ({
      id: other.id,
      label: other.name,
      checked: other.id === project.id,
      onSelect: () => navigate(paths.board(other.id, other.kanban_board_id)),
    })),
    { id: 'line-2', separator: true },
    {
      id: 'all',
      label: 'All projects',
      icon: <LayoutGrid size={15} />,
      onSelect: () => navigate(paths.projects),
    },
    { id: 'new', label: 'New project', icon: <Plus size={15} />, onSelect: () => openOverlay('new-project') },
  ];
  return (
    <Menu label="Project" items={items}>
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          className="flex h-8 max-w-56 min-w-0 items-center gap-1 rounded-sm px-2 text-sm font-semibold hover:bg-hover aria-expanded:bg-hover coarse:h-10"
        >
          <span className="sr-only">Project </span>
          <span className="truncate">{project.name}</span>
          <ChevronsUpDown size={13} aria-hidden="true" className="shrink-0 text-mute" />
        </button>
      )}
    </Menu>
  );
}
