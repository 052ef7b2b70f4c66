import { expect, test } from 'vitest';
import type { Worktree } from '@/lib/cards-api';
import { nextSteps, resolveMessage, standing } from './worktree-words';

const TREE: Worktree = {
  branch: 'tandem/fix-login-3f2a',
  base_branch: 'main',
  base_commit: '0123456789abcdef',
  folder: '/w',
  exists: true,
  ahead: 0,
  behind: 0,
  dirty_files: 0,
  conflicts: [],
  merged: false,
};

test.each<[Partial<Worktree>, string]>([
  [{}, 'From main.'],
  [{ ahead: 2, behind: 1 }, 'From main, 2 commits ahead, 1 behind.'],
  [{ ahead: 1, dirty_files: 3 }, 'From main, 1 commit ahead, 3 files not committed.'],
  [{ base_branch: null }, 'From 01234567.'],
  [{ exists: false }, 'Its folder is gone.'],
  [{ exists: false, merged: true }, 'Merged into main; its folder is gone.'],
])('%j: %s', (more, text) => expect(standing({ ...TREE, ...more })).toBe(text));

test.each<[Partial<Worktree>, string[]]>([
  [{}, []],
  [{ dirty_files: 1, ahead: 1, merged: true }, ['commit', 'merge']],
  [{ ahead: 1 }, ['merge']],
  [{ ahead: 1, merged: true }, []],
  [{ ahead: 1, conflicts: ['a'] }, []],
  [{ ahead: 1, exists: false }, []],
])('%j is brought further by %j', (more, steps) => expect(nextSteps({ ...TREE, ...more })).toEqual(steps));

test('an agent is told in which files two changes meet', () => {
  const text = resolveMessage(TREE, ['a.ts', 'b.ts']);
  expect(text).toContain('Bringing main into this branch left conflicts in 2 files:');
  expect(text).toContain('- b.ts');
});
