import { useState } from 'react';
import { attempt } from '@/lib/attempt';
import { counted } from '@/lib/card-words';
import { updateCard } from '@/lib/cards-api';
import { sendMessage } from '@/lib/sessions-api';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import type { WorktreeProps } from './WorktreeBar';
import { resolveMessage } from './worktree-words';

interface ConflictsProps extends WorktreeProps {
  /** None while it is only known that there are some. */
  files: readonly string[];
  onAsked: () => void;
}

/** The files in which two changes meet, and the way out. */
export function Conflicts({ work, tree, files, onAsked, show }: ConflictsProps) {
  const [isBusy, setIsBusy] = useState(false);
  // A reviewer may not edit, so whoever worked on the card last is asked.
  const session = work.details.data?.sessions.find(({ mode }) => mode !== 'review')?.id;
  const ask = async (to: string) => {
    setIsBusy(true);
    const asked = await attempt('The agent was not asked', async () => {
      // The conflicts must be in the folder before somebody can resolve them there.
      const isThere = tree.conflicts.length > 0;
      const met = isThere ? files : (await updateCard(work.ref)).conflicts;
      await sendMessage(to, resolveMessage(tree, met.length > 0 ? met : files));
    });
    setIsBusy(false);
    if (!asked) return;
    onAsked();
    show('chat', { session: to });
  };
  return (
    <Banner
      tone="warn"
      action={
        work.canEdit && session ? (
          <Button size="sm" busy={isBusy} onClick={() => void ask(session)}>
            Ask the agent to resolve
          </Button>
        ) : null
      }
    >
      <p>
        {files.length > 0 ? counted(files.length, 'file') : 'The same lines were'} changed here and in{' '}
        {tree.base_branch ?? 'the base'} too. Have the conflicts resolved, or do it yourself in the folder,
        then merge again.
      </p>
      <ul className="mt-1 font-mono text-xs">
        {files.map((path) => (
          <li key={path} className="truncate" title={path}>
            {path}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
