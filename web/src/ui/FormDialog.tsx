import type { FormEvent, ReactNode } from 'react';
import { Banner } from './Banner';
import { Button } from './Button';
import { Dialog } from './Dialog';

interface FormDialogProps {
  title: string;
  /** What the main button says: `Create board`. */
  action: string;
  /** Why the last attempt failed, where that belongs to no field. */
  problem: string | null | undefined;
  busy: boolean;
  /** Whether there is enough in the fields to try. */
  ready: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog with a few fields and one thing to do with them. */
export function FormDialog({
  title,
  action,
  problem,
  busy,
  ready,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} size="sm" onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {problem ? <Banner tone="error">{problem}</Banner> : null}
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
