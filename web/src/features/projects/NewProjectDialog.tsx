import { type FormEvent, useReducer, useState } from 'react';
import { useLocation } from 'wouter';
import { answer, api } from '@/lib/api';
import { toProblem } from '@/lib/problem';
import { paths } from '@/lib/router';
import { type Folder, keys, type Project, resources } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { Badge } from '@/ui/Badge';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { LoadFailed } from '@/ui/LoadFailed';
import { Skeleton } from '@/ui/Skeleton';
import { TextInput } from '@/ui/TextInput';
import { FolderPicker } from './FolderPicker';
import { baseName, pick, startAt } from './folder-picker';
import { useFolders } from './folders';

export default function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const { data: roots, error, reload } = useFolders();
  return (
    <Dialog
      title="New project"
      description="A project is a folder on the server, with boards to work on it."
      onClose={onClose}
    >
      {roots && roots.length > 0 ? <NewProjectForm roots={roots} onClose={onClose} /> : null}
      {roots?.length === 0 ? (
        <Banner tone="warn">
          This server allows no folders. Start it with --projects-root and a folder that holds your projects.
        </Banner>
      ) : null}
      {!roots && error ? (
        <LoadFailed what="the folders" detail={toProblem(error).message} onRetry={() => void reload()} />
      ) : null}
      {!roots && !error ? <Skeleton className="h-80" /> : null}
    </Dialog>
  );
}

function NewProjectForm({ roots, onClose }: { roots: readonly Folder[]; onClose: () => void }) {
  const [picker, dispatch] = useReducer(pick, roots, startAt);
  const [typedName, setTypedName] = useState<string | null>(null);
  const { busy, fields, general, submit, clear } = useSubmit(['name', 'folder_path']);
  const [, navigate] = useLocation();
  const folder = picker.trail.at(-1);
  // A folder below a root gives the project its name until somebody writes another.
  const name = typedName ?? (folder && picker.trail.length > 1 ? baseName(folder.path) : '');

  const create = (event: FormEvent) => {
    event.preventDefault();
    if (!folder) return;
    void submit(async () => {
      const body = { name: name.trim(), folder_path: folder.path };
      const project: Project = await answer(api.POST('/api/projects', { body }));
      resources.update<Project[]>(keys.projects, (all) => [project, ...all]);
      onClose();
      navigate(paths.board(project.id, project.kanban_board_id));
    });
  };
  return (
    <form onSubmit={create} className="flex flex-col gap-4">
      {general ? <Banner tone="error">{general}</Banner> : null}
      <FolderPicker
        state={picker}
        error={fields.folder_path}
        onEvent={(event) => {
          clear();
          dispatch(event);
        }}
      />
      <TextInput
        label="Name"
        required
        maxLength={100}
        autoComplete="off"
        value={name}
        error={fields.name}
        onChange={(event) => setTypedName(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="flex min-w-0 flex-1 basis-full items-center sm:basis-40 gap-2 text-xs text-soft">
          {folder ? (
            <span className="truncate font-mono" title={folder.path}>
              {folder.path}
            </span>
          ) : (
            'No folder is open yet.'
          )}
          {folder?.is_git_repo ? <Badge>git</Badge> : null}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={!folder || !name.trim()}>
          Create project
        </Button>
      </div>
    </form>
  );
}
