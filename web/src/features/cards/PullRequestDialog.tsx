import ExternalLink from 'lucide-react/icons/external-link';
import { useState } from 'react';
import { openPullRequest } from '@/lib/cards-api';
import { useSubmit } from '@/lib/submit';
import { Button, buttonClasses } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { FormDialog } from '@/ui/FormDialog';
import { TextArea } from '@/ui/TextArea';
import { TextInput } from '@/ui/TextInput';
import type { Work, WorkTabProps } from './work';

interface PullRequestDialogProps extends WorkTabProps {
  work: Work;
  onClose: () => void;
}

/** Opens a pull request for the branch of a card. */
export function PullRequestDialog({ work, title, onClose }: PullRequestDialogProps) {
  const [name, setName] = useState(title);
  const [body, setBody] = useState('');
  const [isDraft, setIsDraft] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const { busy, fields, general, submit } = useSubmit(['title', 'body']);
  if (url !== null) return <Opened url={url} onClose={onClose} />;
  const open = () =>
    void submit(async () => {
      const text = body.trim();
      const asked = { title: name.trim(), draft: isDraft, ...(text !== '' && { body: text }) };
      setUrl((await openPullRequest(work.ref, asked)).url);
    });
  return (
    <FormDialog
      title="Open a pull request"
      action="Open"
      problem={general}
      busy={busy}
      ready={name.trim() !== ''}
      onSubmit={open}
      onClose={onClose}
    >
      <TextInput
        label="Title"
        required
        data-autofocus=""
        value={name}
        error={fields.title}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label="Description"
        rows={5}
        value={body}
        error={fields.body}
        hint="Left empty, it is made of the card and its plan."
        onChange={(event) => setBody(event.target.value)}
      />
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isDraft}
          onChange={(event) => setIsDraft(event.target.checked)}
          className="size-4 accent-(--accent)"
        />
        As a draft
      </label>
    </FormDialog>
  );
}

function Opened({ url, onClose }: { url: string; onClose: () => void }) {
  const isWeb = /^https?:\/\//u.test(url);
  return (
    <Dialog
      title="The pull request is open"
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {isWeb ? (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              data-autofocus=""
              className={buttonClasses('primary')}
            >
              Look at it
              <ExternalLink size={14} aria-hidden="true" />
            </a>
          ) : null}
        </>
      }
    >
      <p className="font-mono text-sm wrap-anywhere">{url}</p>
    </Dialog>
  );
}
