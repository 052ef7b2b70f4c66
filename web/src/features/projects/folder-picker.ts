import type { Folder } from '@/lib/server-data';

/** Where somebody is while picking a folder. */
export interface PickerState {
  /** From a root down to the folder that is open; empty at the list of roots. */
  readonly trail: readonly Folder[];
  readonly filter: string;
  /** Which of the folders that match the filter has the arrow keys; -1 for none. */
  readonly active: number;
}

export type PickerEvent =
  | { readonly type: 'open'; readonly folder: Folder }
  | { readonly type: 'back'; readonly to: number }
  | { readonly type: 'up' }
  | { readonly type: 'filter'; readonly text: string }
  | { readonly type: 'move'; readonly by: number; readonly count: number }
  | { readonly type: 'point'; readonly at: number };

export const START: PickerState = { trail: [], filter: '', active: -1 };

/** Begins at the list of roots, or inside the root when there is only one. */
export function startAt(roots: readonly Folder[]): PickerState {
  return roots.length === 1 ? { ...START, trail: roots } : START;
}

export function pick(state: PickerState, event: PickerEvent): PickerState {
  switch (event.type) {
    case 'open':
      return { trail: [...state.trail, event.folder], filter: '', active: -1 };
    case 'back':
      return { trail: state.trail.slice(0, event.to), filter: '', active: -1 };
    case 'up':
      return state.trail.length === 0 ? state : { trail: state.trail.slice(0, -1), filter: '', active: -1 };
    case 'filter':
      return { ...state, filter: event.text, active: event.text ? 0 : -1 };
    case 'move':
      return { ...state, active: moved(state.active, event.by, event.count) };
    case 'point':
      return { ...state, active: event.at };
  }
}

/** Returns the folders that match what was typed; those that begin with it first. */
export function matching(folders: readonly Folder[], filter: string): readonly Folder[] {
  const wanted = filter.trim().toLowerCase();
  if (!wanted) return folders;
  const begins = (folder: Folder) => folder.name.toLowerCase().startsWith(wanted);
  const found = folders.filter(({ name }) => name.toLowerCase().includes(wanted));
  return [...found.filter(begins), ...found.filter((folder) => !begins(folder))];
}

/** Returns the last part of a path, on the server's system whichever that is. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).findLast(Boolean) ?? path;
}

function moved(active: number, by: number, count: number): number {
  if (count === 0) return -1;
  if (active < 0) return by > 0 ? 0 : count - 1;
  return (active + by + count) % count;
}
