import Ellipsis from 'lucide-react/icons/ellipsis';
import GitBranch from 'lucide-react/icons/git-branch';
import GitCommit from 'lucide-react/icons/git-commit-horizontal';
import GitMerge from 'lucide-react/icons/git-merge';
import { useState } from 'react';
import { attempt } from '@/lib/attempt';
import { refreshCard } from '@/lib/card-data';
import { cleanUpCard, updateCard, type Worktree } from '@/lib/cards-api';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { confirm } from '@/ui/confirm';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import type { MenuItem } from '@/ui/MenuList';
import { toast } from '@/ui/toast';
import { CommitDialog } from './CommitDialog';
import { Conflicts } from './Conflicts';
import { MergeDialog } from './MergeDialog';
import { PullRequestDialog } from './PullRequestDialog';
import { projectGit } from './project-git';
import type { Work, WorkTabProps } from './work';
import { nextSteps, standing } from './worktree-words';

export interface WorktreeProps extends WorkTabProps {
  work: Work;
  tree: Worktree;
}

/** The branch of a card: where it stands, and what can be done with it. */
export function WorktreeBar({ work, ...props }: WorkTabProps & { work: Work }) {
  const tree = work.details.data?.worktree;
  // What a merge has met is known before the branch itself says so.
  const [met, setMet] = useState<readonly string[]>([]);
  if (!tree) return null;
  const known = work.status?.conflict;
  const conflicts = tree.conflicts.length > 0 ? tree.conflicts : known === 'resolved' ? [] : met;
  return (
    <div className="flex flex-col gap-2 border-b px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 flex-1">
          <p className="flex items-center gap-1.5 font-mono text-sm" title={tree.folder}>
            <GitBranch size={14} aria-hidden="true" className="shrink-0 text-mute" />
            <span className="min-w-0 truncate">{tree.branch}</span>
          </p>
          <p className="text-sm text-soft">{standing(tree)}</p>
          {tree.note ? <p className="text-sm text-pretty text-soft">{tree.note}</p> : null}
        </div>
        {work.canEdit && tree.exists ? (
          <Actions {...props} work={work} tree={tree} onConflicts={setMet} />
        ) : null}
      </div>
      {conflicts.length > 0 || known === 'open' ? (
        <Conflicts {...props} work={work} tree={tree} files={conflicts} onAsked={() => setMet([])} />
      ) : null}
      {conflicts.length === 0 && known === 'resolved' ? (
        <Banner tone="info">
          The conflicts with {tree.base_branch ?? 'the base'} are resolved, but the work is not merged yet.
        </Banner>
      ) : null}
    </div>
  );
}

type Opened = 'commit' | 'merge' | 'pull request' | null;

interface ActionsProps extends WorktreeProps {
  onConflicts: (files: readonly string[]) => void;
}

function Actions({ work, tree, onConflicts, ...props }: ActionsProps) {
  const [opened, setOpened] = useState<Opened>(null);
  const { ref } = work;
  const steps = nextSteps(tree);
  const base = tree.base_branch ?? 'the base';
  const update = () =>
    attempt('The branch was not updated', async () => {
      const { outcome, conflicts } = await updateCard(ref);
      onConflicts(conflicts);
      if (outcome === 'up_to_date') toast({ title: `The branch has all of ${base} already` });
      if (outcome === 'updated') toast({ title: `Brought ${base} into the branch`, tone: 'done' });
      await refreshCard(ref);
    });
  const cleanUp = async () => {
    const kept = tree.dirty_files > 0 ? 'What is not committed is kept as a commit. ' : '';
    const yes = await confirm({
      title: 'Clean up the folder of this card?',
      detail: `${kept}The branch ${tree.branch} stays, with all its commits; only its folder is removed. It comes back when an agent works on the card again.`,
      action: 'Clean up',
    });
    if (!yes) return;
    await attempt('The folder was not cleaned up', async () => {
      const { kept_commit } = await cleanUpCard(ref);
      const saved = kept_commit ? `Uncommitted work is kept as ${kept_commit.slice(0, 8)}.` : undefined;
      toast({ title: 'Cleaned up the folder', detail: saved, tone: 'done' });
      await refreshCard(ref);
    });
  };
  const items: MenuItem[] = [
    {
      id: 'update',
      label: `Update from ${base}`,
      detail: tree.behind > 0 ? `It is ${tree.behind} behind` : 'It has everything',
      onSelect: () => void update(),
    },
    ...(projectGit(props.project).gh
      ? [
          {
            id: 'pull',
            label: 'Open a pull request',
            detail: 'On GitHub, by its command line',
            onSelect: () => setOpened('pull request'),
          },
        ]
      : []),
    { id: 'line', separator: true },
    {
      id: 'clean',
      label: 'Clean up the folder',
      detail: 'The branch stays',
      onSelect: () => void cleanUp(),
    },
  ];
  const close = () => setOpened(null);
  return (
    <div className="flex shrink-0 items-center gap-2">
      {steps.includes('commit') ? (
        <Button icon={<GitCommit size={14} aria-hidden="true" />} onClick={() => setOpened('commit')}>
          Commit
        </Button>
      ) : null}
      {steps.includes('merge') ? (
        <Button
          variant="primary"
          icon={<GitMerge size={14} aria-hidden="true" />}
          onClick={() => setOpened('merge')}
        >
          {work.status?.conflict === 'resolved' ? 'Merge again' : 'Merge'}
        </Button>
      ) : null}
      <Menu label="The branch" items={items} align="end">
        {(trigger) => (
          <IconButton
            {...trigger}
            variant="quiet"
            label="More about the branch"
            icon={<Ellipsis size={16} />}
          />
        )}
      </Menu>
      {opened === 'commit' ? <CommitDialog {...props} work={work} tree={tree} onClose={close} /> : null}
      {opened === 'merge' ? (
        <MergeDialog {...props} work={work} tree={tree} onConflicts={onConflicts} onClose={close} />
      ) : null}
      {opened === 'pull request' ? <PullRequestDialog {...props} work={work} onClose={close} /> : null}
    </div>
  );
}
