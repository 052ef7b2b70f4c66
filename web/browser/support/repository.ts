import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../tests/support/server';
import type { Stage } from './stage';

const RULES = '# Rules\n\n- Every file ends with a line break\n- Nothing is left undone\n';

/** Makes a project whose folder is a git repository with one commit; returns where its board is, and its folder. */
export async function newRepository(
  { server }: Stage,
  owner: Account,
  name: string,
): Promise<{ project: string; board: string; path: string; folder: string }> {
  const folder = join(server.projects, name.toLowerCase().replaceAll(' ', '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'README.md'), '# Engine\n\nIt counts.\n');
  writeFileSync(join(folder, 'RULES.md'), RULES);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '.');
  git(folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '-m', 'Begin');
  const { id, kanban_board_id: board } = await server.project(owner, name);
  await server.call('PATCH', `/projects/${id}`, owner.token, { best_practices_path: 'RULES.md' });
  return { project: id, board, path: `/p/${id}/b/${board}`, folder };
}

/** Runs git in a folder, without what the machine's user has set up; returns what it says. */
export function git(folder: string, ...words: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', words, { cwd: folder, env, encoding: 'utf8' });
}
