import { useState } from 'react';
import { refreshCard } from '@/lib/card-data';
import { mergeCard, type Strategy } from '@/lib/cards-api';
import { Problem } from '@/lib/problem';
import { useSubmit } from '@/lib/submit';
import { Banner } from '@/ui/Banner';
import { FormDialog } from '@/ui/FormDialog';
import { toast } from '@/ui/toast';
import type { WorktreeProps } from './WorktreeBar';

const STRATEGIES: readonly { value: Strategy; label: string; detail: string }[] = [
  { value: 'merge', label: 'Merge commit', detail: 'Keeps every commit, and adds one that joins them' },
  { value: 'squash', label: 'Squash', detail: 'One commit with all changes' },
  { value: 'rebase', label: 'Rebase', detail: 'Every commit, one after the other, without a joint' },
];

interface MergeDialogProps extends WorktreeProps {
  onConflicts: (files: readonly string[]) => void;
  onClose: () => void;
}

/** Brings the branch of a card into the one it came from. */
export function MergeDialog({ work, tree, onConflicts, onClose }: MergeDialogProps) {
  const [strategy, setStrategy] = useState<Strategy>('merge');
  const { busy, general, submit } = useSubmit([]);
  const base = tree.base_branch ?? 'the base branch';
  const merge = () =>
    void submit(async () => {
      const { outcome, conflicts, reason } = await mergeCard(work.ref, strategy);
      onConflicts(conflicts);
      if (outcome === 'refused') {
        const message = reason || `${base} cannot take it as it is.`;
        throw new Problem({ status: 409, code: 'refused', message });
      }
      if (outcome === 'merged') toast({ title: `Merged into ${base}`, tone: 'done' });
      if (outcome === 'up_to_date') toast({ title: `${base} has all of it already` });
      onClose();
      await refreshCard(work.ref);
    });
  return (
    <FormDialog
      title={`Merge into ${base}`}
      action="Merge"
      problem={general}
      busy={busy}
      ready
      onSubmit={merge}
      onClose={onClose}
    >
      {tree.dirty_files > 0 ? (
        <Banner tone="info">
          What is not committed yet is committed first, under the title of the card.
        </Banner>
      ) : null}
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">How</legend>
        {STRATEGIES.map(({ value, label, detail }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="strategy"
              value={value}
              checked={strategy === value}
              onChange={() => setStrategy(value)}
              className="mt-1 accent-(--accent)"
            />
            <span>
              <span className="block text-sm font-medium">{label}</span>
              <span className="block text-sm text-soft">{detail}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
