import { useState } from 'react';
import { Button } from './Button';
import { type PendingConfirm, useConfirm } from './confirm';
import { Dialog } from './Dialog';
import { TextInput } from './TextInput';

/** Shows what `confirm` asks; one per page. */
export function ConfirmDialog() {
  const pending = useConfirm((state) => state.pending);
  return pending ? <Question key={pending.title} pending={pending} /> : null;
}

function Question({ pending }: { pending: PendingConfirm }) {
  const [typed, setTyped] = useState('');
  const ready = pending.typed === undefined || typed.trim() === pending.typed;
  return (
    <Dialog
      title={pending.title}
      description={pending.detail}
      size="sm"
      onClose={() => pending.answer(false)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) pending.answer(true);
        }}
      >
        {pending.typed === undefined ? null : (
          <TextInput
            label={`Type “${pending.typed}” to go on`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            data-autofocus=""
          />
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <Button onClick={() => pending.answer(false)}>{pending.cancel ?? 'Cancel'}</Button>
          <Button type="submit" variant={pending.tone === 'danger' ? 'danger' : 'primary'} disabled={!ready}>
            {pending.action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
