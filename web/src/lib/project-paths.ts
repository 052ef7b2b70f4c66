/** Where the files of a project lie: in its folder, and in the worktrees of its cards. */
export interface Folders {
  readonly id: string;
  readonly folder_path: string;
}

/** Takes away the way to a project's folder, or to the worktree of one of its cards, from the paths in a text. */
export function insideProject(text: string, { id, folder_path }: Folders): string {
  // A worktree lies in a folder named by the project, which holds one for each card.
  const worktree = new RegExp(`[^\\s"'“(]*${literal(id)}/[^/\\s]+/`, 'g');
  const folder = new RegExp(`(?<![^\\s"'“(])${literal(folder_path.replace(/\/+$/, ''))}/`, 'g');
  return text.replace(worktree, '').replace(folder, '');
}

/** Cuts a path into the way to a file, which may be shortened, and its name, which tells the most. */
export function pathParts(path: string): { way: string; name: string } {
  const at = path.replace(/\/+$/, '').lastIndexOf('/');
  return { way: path.slice(0, at + 1), name: path.slice(at + 1) };
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
