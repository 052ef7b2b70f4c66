import FileDiff from 'lucide-react/icons/file-diff';
import FolderGit2 from 'lucide-react/icons/folder-git-2';
import { Link } from 'wouter';
import { paths } from '@/lib/router';
import type { Project } from '@/lib/server-data';
import { buttonClasses } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { projectGit } from './project-git';

interface NoDiffProps {
  project: Project;
  /** The card's branch, if it has one. */
  branch: string | null;
}

/** Says why there are no changes to see. */
export function NoDiff({ project, branch }: NoDiffProps) {
  const git = projectGit(project);
  if (branch !== null) {
    return (
      <EmptyState
        icon={<FileDiff size={18} />}
        title="Nothing has been changed yet"
        detail="The branch is the same as where it began. What an agent changes appears here as it goes."
      />
    );
  }
  if (!git.isRepo) {
    return (
      <EmptyState
        icon={<FolderGit2 size={18} />}
        title="This project is no git repository"
        detail="Agents work in its folder as it is. With a repository, each card has a branch of its own, and its changes can be seen, commented and merged here."
      />
    );
  }
  if (!git.worktrees) {
    return (
      <EmptyState
        icon={<FolderGit2 size={18} />}
        title="Cards have no branches of their own"
        detail="That is switched off for this project, so agents change the folder as it is. Switch it on to see the changes of each card."
        action={
          <Link href={paths.projectSettings(project.id)} className={buttonClasses('primary')}>
            Project settings
          </Link>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<FileDiff size={18} />}
      title="Nothing has been changed yet"
      detail="The card gets a branch of its own when an agent begins to work on it. What is changed there appears here."
    />
  );
}
