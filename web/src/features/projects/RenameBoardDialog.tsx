import { type FormEvent, useState } from 'react';
import { answer, api } from '@/lib/api';
import { type Board, keys, resources } from '@/lib/server-data';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextInput } from '@/ui/TextInput';

export function RenameBoardDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const [title, setTitle] = useState(board.title);
  const { busy, fields, general, submit } = useSubmit(['title']);
  const rename = (event: FormEvent) => {
    event.preventDefault();
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
    <Dialog title="Rename board" size="sm" onClose={onClose}>
      <form onSubmit={rename} className="flex flex-col gap-4">
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
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!title.trim()}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
