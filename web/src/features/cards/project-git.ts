import type { Project } from '@/lib/server-data';

/** What of git a project has. */
export interface ProjectGit {
  readonly isRepo: boolean;
  /** Each card has a branch and a folder of its own. */
  readonly worktrees: boolean;
  /** The GitHub CLI is on the server. */
  readonly gh: boolean;
}

export function projectGit(project: Project & { worktrees?: boolean; gh?: boolean }): ProjectGit {
  return {
    isRepo: project.is_git_repo,
    worktrees: project.worktrees ?? project.is_git_repo,
    gh: project.gh ?? false,
  };
}
