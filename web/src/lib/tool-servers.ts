import { answer, api } from './api';
import { ask } from './loose-api';
import { type Followed, resources, useResource } from './server-data';

/** How a tool server is reached: a program that this server starts, or an address. */
export type ToolServerConfig =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly type: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

export interface ToolServer {
  readonly id: string;
  readonly name: string;
  /** Arguments and the values of variables and headers are masked. */
  readonly config: ToolServerConfig;
  readonly created_at: string;
}

export interface TestResult {
  readonly ok: boolean;
  readonly tools: readonly string[];
  readonly server?: { readonly name: string; readonly version: string } | null;
  readonly took_ms: number;
  readonly error?: string | null;
}

/** What stands for a secret that is not shown; sent back, it leaves the secret as it is. */
export const MASK = '••••';

const keys = { all: 'tool-servers', ofProject: (project: string) => `tool-servers.${project}` };

export function useToolServers(): Followed<readonly ToolServer[]> {
  return useResource(keys.all, async () => list(await answer(api.GET('/api/mcp-servers'))));
}

export function useProjectToolServers(project: string): Followed<readonly ToolServer[]> {
  const params = { path: { id: project } };
  return useResource(keys.ofProject(project), async () =>
    list(await answer(api.GET('/api/projects/{id}/mcp-servers', { params }))),
  );
}

export async function chooseToolServers(project: string, ids: readonly string[]): Promise<void> {
  const params = { path: { id: project } };
  const chosen = await answer(api.PUT('/api/projects/{id}/mcp-servers', { params, body: { ids: [...ids] } }));
  resources.update<readonly ToolServer[]>(keys.ofProject(project), () => list(chosen));
}

/** Registers a tool server, or changes one that is there. */
export async function saveToolServer(
  id: string | null,
  body: { readonly name: string; readonly config: ToolServerConfig },
): Promise<ToolServer> {
  const saved =
    id === null
      ? await ask<ToolServer>('POST', '/api/mcp-servers', { body })
      : await ask<ToolServer>('PUT', '/api/mcp-servers/{server}', { params: { path: { server: id } }, body });
  void resources.refresh(keys.all);
  return saved;
}

export async function deleteToolServer(id: string): Promise<void> {
  await answer(api.DELETE('/api/mcp-servers/{server}', { params: { path: { server: id } } }));
  resources.update<readonly ToolServer[]>(keys.all, (all) => all.filter((other) => other.id !== id));
}

/** Connects to a tool server and asks for its tools. */
export function testToolServer(id: string): Promise<TestResult> {
  return ask('POST', '/api/mcp-servers/{server}/test', { params: { path: { server: id } }, body: {} });
}

function list(answered: unknown): readonly ToolServer[] {
  return (answered as { items: readonly ToolServer[] }).items;
}
