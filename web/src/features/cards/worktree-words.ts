import { counted } from '@/lib/card-words';
import type { Worktree } from '@/lib/cards-api';

/** Says where a card's branch stands: `From main, 2 commits ahead, 1 behind, 3 files not committed.` */
export function standing(tree: Worktree): string {
  const base = tree.base_branch ?? tree.base_commit.slice(0, 8);
  if (!tree.exists) return tree.merged ? `Merged into ${base}; its folder is gone.` : 'Its folder is gone.';
  const parts = [
    `From ${base}`,
    tree.ahead > 0 ? `${counted(tree.ahead, 'commit')} ahead` : '',
    tree.behind > 0 ? `${tree.behind} behind` : '',
    tree.dirty_files > 0 ? `${counted(tree.dirty_files, 'file')} not committed` : '',
    tree.merged ? 'merged' : '',
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** Returns the steps that bring a branch further; none while there is nothing to bring, or conflicts are in the way. */
export function nextSteps(tree: Worktree): readonly ('commit' | 'merge')[] {
  if (!tree.exists || tree.conflicts.length > 0) return [];
  if (tree.dirty_files > 0) return ['commit', 'merge'];
  return tree.ahead > 0 && !tree.merged ? ['merge'] : [];
}

/** What an agent is told about files in which two changes meet. */
export function resolveMessage(tree: Pick<Worktree, 'base_branch'>, files: readonly string[]): string {
  const base = tree.base_branch ?? 'the base branch';
  return [
    `Bringing ${base} into this branch left conflicts in ${files.length === 1 ? 'one file' : `${files.length} files`}:`,
    '',
    ...files.map((path) => `- ${path}`),
    '',
    'Resolve them so that both changes keep their meaning, remove the conflict marks, see that the tests still pass, and commit the merge.',
  ].join('\n');
}
