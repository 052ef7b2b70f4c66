import { useState } from 'react';
import { answer, api } from '@/lib/api';
import { type Board, keys, resources } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { FormDialog } from '@/ui/FormDialog';
import { TextInput } from '@/ui/TextInput';

export function RenameBoardDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const [title, setTitle] = useState(board.title);
  const { busy, fields, general, submit } = useSubmit(['title']);
  const rename = () => {
    void submit(async () => {
      const params = { path: { id: board.id } };
      const renamed = await answer(api.PATCH('/api/boards/{id}', { params, body: { title: title.trim() } }));
      resources.update<Board[]>(keys.boards(board.project_id), (all) =>
        all.map((other) => (other.id === board.id ? renamed : other)),
      );
      onClose();
    });
  };
  return (
    <FormDialog
      title="Rename board"
      action="Rename"
      problem={general}
      busy={busy}
      ready={title.trim() !== ''}
      onSubmit={rename}
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
    </FormDialog>
  );
}
