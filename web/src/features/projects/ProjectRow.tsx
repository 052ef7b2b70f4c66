import Ellipsis from 'lucide-react/icons/ellipsis';
import GitBranch from 'lucide-react/icons/git-branch';
import SettingsIcon from 'lucide-react/icons/settings';
import Users from 'lucide-react/icons/users';
import { Link, useLocation } from 'wouter';
import { paths } from '@/lib/router';
import type { Project } from '@/lib/server-data';
import { ago, exactTime } from '@/lib/time';
import { Badge } from '@/ui/Badge';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';

export function ProjectRow({ project, now }: { project: Project; now: number }) {
  const [, navigate] = useLocation();
  return (
    <li className="relative flex items-center gap-3 border-b px-4 py-3 last:border-b-0 has-[a:hover]:bg-hover/60 has-[a:focus-visible]:bg-hover/60">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={paths.board(project.id, project.kanban_board_id)}
            className="min-w-0 truncate rounded-xs font-medium after:absolute after:inset-0"
          >
            {project.name}
          </Link>
          {project.is_git_repo ? (
            <Badge icon={<GitBranch size={12} aria-hidden="true" />}>{project.branch ?? 'git'}</Badge>
          ) : null}
          {project.role === 'owner' ? null : <Badge tone="accent">{project.role}</Badge>}
        </div>
        <p className="mt-0.5 truncate font-mono text-xs text-mute" title={project.folder_path}>
          {project.folder_path}
        </p>
      </div>
      <time
        dateTime={project.created_at}
        title={exactTime(project.created_at)}
        className="hidden text-sm text-mute sm:block"
      >
        {ago(project.created_at, now)}
      </time>
      <div className="relative z-1 flex">
        <Menu
          label={`More about ${project.name}`}
          align="end"
          items={[
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
          ]}
        >
          {(trigger) => (
            <IconButton {...trigger} label={`More about ${project.name}`} icon={<Ellipsis size={16} />} />
          )}
        </Menu>
      </div>
    </li>
  );
}
