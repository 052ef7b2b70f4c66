import { useState } from 'react';
import { attempt } from '@/lib/attempt';
import { saveProject } from '@/lib/project-api';
import type { Project } from '@/lib/server-data';
import { Checkbox } from '@/ui/Checkbox';
import { Section } from '@/ui/Section';

interface WorktreesSectionProps {
  project: Project & { worktrees?: boolean };
  owner: boolean;
}

/** Whether cards are kept apart while agents work on them. */
export function WorktreesSection({ project, owner }: WorktreesSectionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const change = async (worktrees: boolean) => {
    setIsBusy(true);
    await attempt('The project was not changed', () => saveProject(project.id, { worktrees }));
    setIsBusy(false);
  };
  return (
    <Section title="Where agents work">
      {project.is_git_repo ? (
        <Checkbox
          label="A branch and a worktree per card"
          hint="Each card is worked on in a copy of its own, so that several agents do not get in each other’s way. You look at its changes and merge them when you are content. Without this, all agents edit the folder itself."
          disabled={!owner || isBusy}
          checked={project.worktrees ?? true}
          onChange={({ target }) => void change(target.checked)}
        />
      ) : (
        <p className="text-sm text-pretty text-soft">
          Agents edit the folder itself. With git in it, each card could have a branch and a worktree of its
          own: run <code className="font-mono text-xs">git init</code> there.
        </p>
      )}
    </Section>
  );
}
