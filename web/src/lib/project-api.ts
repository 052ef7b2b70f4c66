import { getRules, type ProjectRules } from './cards-api';
import { ask } from './loose-api';
import { type Followed, keys, type Project, resources, useResource } from './server-data';

/** What somebody can change about a project. */
export interface ProjectChange {
  readonly name?: string;
  /** `null` takes it away. */
  readonly best_practices_path?: string | null;
  readonly trusted?: boolean;
  readonly worktrees?: boolean;
}

export async function saveProject(id: string, body: ProjectChange): Promise<Project> {
  const saved = await ask<Project>('PATCH', '/api/projects/{id}', { params: { path: { id } }, body });
  resources.update<Project[]>(keys.projects, (all) =>
    all.map((other) => (other.id === saved.id ? saved : other)),
  );
  return saved;
}

/** The rules of a project; another path is another file. */
export function useRulesOf(project: string, path: string): Followed<ProjectRules> {
  return useResource(`rules.${project}.${path}`, () => getRules(project));
}

/** Makes the sample project: a folder with code, rules and a few cards. */
export async function makeSampleProject(): Promise<Project> {
  const project = await ask<Project>('POST', '/api/projects/sample', { body: {} });
  resources.update<Project[]>(keys.projects, (all) => [
    project,
    ...all.filter(({ id }) => id !== project.id),
  ]);
  return project;
}
