import { useCallback, useSyncExternalStore } from 'react';
import type { components } from '@/api.gen';
import { answer, api } from './api';
import { createResources, type Resource, type ResourceOptions } from './resource';
import { browserStorage } from './storage';

type Schemas = components['schemas'];
export type Project = Schemas['ProjectResponse'];
export type Board = Schemas['BoardResponse'];
export type BoardKind = Schemas['BoardKind'];
export type Member = Schemas['MemberResponse'];
export type Role = Schemas['Role'];
export type Device = Schemas['DeviceResponse'];
export type PersonalToken = Schemas['TokenResponse'];
export type Invite = Schemas['InviteResponse'];
export type Folder = Schemas['FolderResponse'];

/** The boards this server can make. A kind that is missing here does not compile once the server has it. */
export const BOARD_KINDS: Record<BoardKind, { readonly name: string; readonly detail: string }> = {
  kanban: { name: 'Kanban board', detail: 'Cards in columns. A card in the right column starts an agent.' },
  whiteboard: { name: 'Whiteboard', detail: 'Notes, shapes and arrows, wherever you put them.' },
};

/** More projects than anybody has; a bound on how many pages are asked for. */
const MAX_PAGES = 50;

export const resources = createResources({ storage: browserStorage(), now: () => Date.now() });

export const keys = {
  projects: 'projects',
  boards: (project: string) => `boards.${project}`,
  members: (project: string) => `members.${project}`,
  devices: 'devices',
  tokens: 'tokens',
  invites: 'invites',
};

export interface Followed<T> extends Resource<T> {
  readonly reload: () => Promise<void>;
}

/** Follows something the server has while the component is mounted. The key must name all that `load` depends on. */
export function useResource<T>(
  key: string,
  load: () => Promise<T>,
  { keep = false }: ResourceOptions = {},
): Followed<T> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new function each time, and the key stands for it.
  const subscribe = useCallback(
    (listener: () => void) => resources.follow(key, load, { keep }, listener),
    [key, keep],
  );
  const state = useSyncExternalStore(subscribe, () => resources.peek(key, load, { keep }));
  const reload = useCallback(() => resources.reload(key), [key]);
  return { ...state, reload };
}

export function useProjects(): Followed<Project[]> {
  return useResource(keys.projects, loadProjects, { keep: true });
}

export function useBoards(project: string): Followed<Board[]> {
  const load = () => items(api.GET('/api/projects/{id}/boards', { params: { path: { id: project } } }));
  return useResource(keys.boards(project), load, { keep: true });
}

export function useMembers(project: string): Followed<Member[]> {
  const load = () => items(api.GET('/api/projects/{id}/members', { params: { path: { id: project } } }));
  return useResource(keys.members(project), load, { keep: true });
}

export function useDevices(): Followed<Device[]> {
  return useResource(keys.devices, () => items(api.GET('/api/me/devices')));
}

export function usePersonalTokens(): Followed<PersonalToken[]> {
  return useResource(keys.tokens, () => items(api.GET('/api/me/tokens')));
}

export function useInvites(): Followed<Invite[]> {
  return useResource(keys.invites, () => items(api.GET('/api/invites')));
}

type ListCall<T> = Promise<{ data?: { items: T[] }; error?: unknown; response: Response }>;

async function items<T>(call: ListCall<T>): Promise<T[]> {
  return (await answer(call)).items;
}

async function loadProjects(): Promise<Project[]> {
  const all: Project[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = cursor ? { cursor } : {};
    const list = await answer(api.GET('/api/projects', { params: { query } }));
    all.push(...list.items);
    if (!list.next) break;
    cursor = list.next;
  }
  return all;
}
