import { useContext, useSyncExternalStore } from 'react';
import type { TextSession } from '@/lib/texts/text-session';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { OpenCardContext, useKanban } from './context';
import { CARD, nameOf, quoted, titleOf } from './model';

/** What waits for a decision of ours: texts of which there are two versions. */
export function Notices() {
  const { texts } = useKanban();
  const conflicts = useSyncExternalStore(
    (listener) => texts.subscribe(listener),
    () => texts.conflicts(),
  );
  if (conflicts.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pb-3 max-md:px-5">
      {conflicts.map((session) => (
        <Conflict key={`${session.node}.${session.prop}`} session={session} />
      ))}
    </div>
  );
}

function Conflict({ session }: { session: TextSession }) {
  const { board, ui } = useKanban();
  const openCard = useContext(OpenCardContext);
  const node = board.node(session.node);
  const isColumn = node !== undefined && node.kind !== CARD;
  const what = isColumn
    ? `the prompt of ${quoted(nameOf(node))}`
    : `the description of ${quoted(titleOf(node))}`;
  const show = () => (isColumn ? ui.setState({ settings: session.node }) : openCard(session.node));
  return (
    <Banner
      tone="warn"
      action={
        <Button size="sm" onClick={show}>
          Choose
        </Button>
      }
    >
      There are two versions of {what}: yours and somebody else’s.
    </Banner>
  );
}
