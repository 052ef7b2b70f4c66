import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { answer, api } from '@/lib/api';
import { paths } from '@/lib/router';
import { BOARD_KINDS, type Board, type BoardKind, keys, type Project, resources } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Select } from '@/ui/Select';
import { TextInput } from '@/ui/TextInput';

const KINDS = Object.entries(BOARD_KINDS) as [BoardKind, string][];

export function AddBoardDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [kind, setKind] = useState<BoardKind>('kanban');
  const { busy, fields, general, submit } = useSubmit(['title', 'kind']);
  const [, navigate] = useLocation();

  const create = (event: FormEvent) => {
    event.preventDefault();
    void submit(async () => {
      const body = { kind, title: title.trim() };
      const board = await answer(
        api.POST('/api/projects/{id}/boards', { params: { path: { id: project.id } }, body }),
      );
      resources.update<Board[]>(keys.boards(project.id), (all) => [...all, board]);
      onClose();
      navigate(paths.board(project.id, board.id));
    });
  };
  return (
    <Dialog title="New board" size="sm" onClose={onClose}>
      <form onSubmit={create} className="flex flex-col gap-4">
        {general ? <Banner tone="error">{general}</Banner> : null}
        <TextInput
          label="Title"
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus=""
          value={title}
          error={fields.title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Select
          label="Kind"
          value={kind}
          error={fields.kind}
          hint={KINDS.length === 1 ? 'This server makes only this kind.' : undefined}
          onChange={(event) => setKind(event.target.value as BoardKind)}
        >
          {KINDS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!title.trim()}>
            Create board
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
