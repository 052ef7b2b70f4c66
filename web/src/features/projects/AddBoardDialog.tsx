import { useState } from 'react';
import { useLocation } from 'wouter';
import { answer, api } from '@/lib/api';
import { paths } from '@/lib/router';
import { type Board, type BoardKind, keys, type Project, resources } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { FormDialog } from '@/ui/FormDialog';
import { TextInput } from '@/ui/TextInput';
import { KindChoice } from './KindChoice';

export function AddBoardDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [kind, setKind] = useState<BoardKind>('kanban');
  const { busy, fields, general, submit } = useSubmit(['title', 'kind']);
  const [, navigate] = useLocation();

  const create = () => {
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
    <FormDialog
      title="New board"
      action="Create board"
      problem={general}
      busy={busy}
      ready={title.trim() !== ''}
      onSubmit={create}
      onClose={onClose}
    >
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
      <KindChoice value={kind} error={fields.kind} onChange={setKind} />
    </FormDialog>
  );
}
