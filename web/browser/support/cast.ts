import { beforeAll } from 'vitest';
import type { Account } from '../../tests/support/server';
import type { Stage } from './stage';

/** Two people who share a project. */
export interface Cast {
  ada: Account;
  grace: Account;
  project: string;
  board: string;
  /** Where the project's board is. */
  path: string;
}

export function setCast(stage: Stage): Cast {
  const cast = {} as Cast;
  beforeAll(async () => {
    cast.ada = await stage.server.firstAccount('Ada Lovelace');
    cast.grace = await stage.server.invited(cast.ada, 'Grace Hopper');
    Object.assign(cast, await newBoard(stage, cast, 'Analytical Engine'));
  });
  return cast;
}

/** Makes a project that both may edit, with an empty board. */
export async function newBoard(
  { server }: Stage,
  { ada, grace }: Pick<Cast, 'ada' | 'grace'>,
  name: string,
): Promise<Pick<Cast, 'project' | 'board' | 'path'>> {
  const { id, kanban_board_id: board } = await server.project(ada, name);
  await server.call('POST', `/projects/${id}/members`, ada.token, { email: grace.email, role: 'editor' });
  return { project: id, board, path: `/p/${id}/b/${board}` };
}
