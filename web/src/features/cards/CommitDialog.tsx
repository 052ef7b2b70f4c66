import { useState } from 'react';
import { refreshCard } from '@/lib/card-data';
import { counted } from '@/lib/card-words';
import { commitCard } from '@/lib/cards-api';
import { useSubmit } from '@/lib/submit';
import { FormDialog } from '@/ui/FormDialog';
import { TextArea } from '@/ui/TextArea';
import { toast } from '@/ui/toast';
import type { WorktreeProps } from './WorktreeBar';

/** Commits what is not committed yet. */
export function CommitDialog({ work, tree, title, onClose }: WorktreeProps & { onClose: () => void }) {
  const [message, setMessage] = useState(title);
  const { busy, fields, general, submit } = useSubmit(['message']);
  const commit = () =>
    void submit(async () => {
      const { commit: made } = await commitCard(work.ref, message.trim());
      toast(
        made
          ? { title: `Committed as ${made.slice(0, 8)}`, tone: 'done' }
          : { title: 'There was nothing to commit' },
      );
      onClose();
      await refreshCard(work.ref);
    });
  return (
    <FormDialog
      title={`Commit ${counted(tree.dirty_files, 'file')}`}
      action="Commit"
      problem={general}
      busy={busy}
      ready={message.trim() !== ''}
      onSubmit={commit}
      onClose={onClose}
    >
      <TextArea
        label="Message"
        rows={3}
        required
        data-autofocus=""
        value={message}
        error={fields.message}
        hint={`To ${tree.branch}`}
        onChange={(event) => setMessage(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
            event.currentTarget.form?.requestSubmit();
        }}
      />
    </FormDialog>
  );
}
