import type { Project } from '../../src/lib/server-data';

/** Returns a project as the server tells of it. */
export function projectFor(role: Project['role'], kanban = 'b1'): Project {
  return {
    id: 'p1',
    name: 'Project',
    role,
    folder_path: '/p',
    is_git_repo: false,
    trusted: true,
    kanban_board_id: kanban,
    worktrees: true,
    gh: false,
    created_at: '',
  };
}
