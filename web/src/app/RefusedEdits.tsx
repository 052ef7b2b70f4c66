import { reasonOf } from '@/lib/refusal';
import type { Refusal } from '@/live/storage';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

interface RefusedEditsProps {
  refusals: readonly Refusal[];
  onClose: () => void;
}

/** Everything that could not be saved, with the reasons; for when it is more than a toast can tell. */
export function RefusedEdits({ refusals, onClose }: RefusedEditsProps) {
  return (
    <Dialog
      title={`${refusals.length} edits were not saved`}
      description="They were made on top of something that others have changed since, and are taken back on this board."
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
      reading
    >
      <ul className="flex flex-col gap-3">
        {refusals.map((refusal) => (
          <li key={refusal.id}>
            <p className="text-sm font-medium wrap-anywhere">{refusal.label}</p>
            <p className="text-sm text-soft">{reasonOf(refusal)}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
