import Pencil from 'lucide-react/icons/pencil';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { toggleTask } from '@/lib/tasks';
import type { TextSession } from '@/lib/texts/text-session';
import { useTextSession, useTextState } from '@/lib/texts/use-text';
import { Button } from '@/ui/Button';
import { ConflictView } from './ConflictView';
import { useKanban } from './context';
import { DescriptionEditor } from './DescriptionEditor';

const Markdown = lazy(() => import('@/ui/Markdown'));

/** The description of a card: as it reads, or being written. */
export function Description({ card }: { card: string }) {
  const session = useTextSession(useKanban().texts, card, 'description');
  return (
    <section aria-label="Description" className="flex flex-col gap-2">
      {session ? <DescriptionOf session={session} /> : null}
    </section>
  );
}

function DescriptionOf({ session }: { session: TextSession }) {
  const { canEdit } = useKanban();
  const state = useTextState(session);
  const [isWriting, setIsWriting] = useState(false);
  const heading = <h3 className="text-sm font-semibold">Description</h3>;
  if (state.conflict) return <ConflictView session={session} />;
  if (isWriting && canEdit) {
    return (
      <>
        {heading}
        <DescriptionEditor session={session} onDone={() => setIsWriting(false)} />
      </>
    );
  }
  const write = () => setIsWriting(true);
  const toggle = (task: number) => {
    session.type(toggleTask(session.state().draft, task));
    session.flush();
  };
  return (
    <>
      <div className="flex h-7 items-center justify-between">
        {heading}
        {canEdit ? (
          <Button size="sm" variant="ghost" icon={<Pencil size={14} aria-hidden="true" />} onClick={write}>
            Edit
          </Button>
        ) : null}
      </div>
      {state.draft.trim() === '' ? (
        <EmptyDescription {...(canEdit ? { onWrite: write } : {})} />
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button above does it for the keyboard.
        // biome-ignore lint/a11y/noStaticElementInteractions: the button above does it for the keyboard.
        <div
          className={canEdit ? 'cursor-text' : undefined}
          onClick={(event) => canEdit && isPlainClick(event) && write()}
        >
          <Suspense fallback={<p className="text-base whitespace-pre-wrap wrap-anywhere">{state.draft}</p>}>
            <Markdown source={state.draft} {...(canEdit && { onToggle: toggle })} />
          </Suspense>
        </div>
      )}
      {state.problem === null ? null : <p className="text-sm text-error">Not saved: {state.problem}</p>}
    </>
  );
}

function EmptyDescription({ onWrite }: { onWrite?: () => void }) {
  if (!onWrite) return <p className="text-sm text-mute">This card has no description.</p>;
  return (
    <button
      type="button"
      onClick={onWrite}
      className="rounded-md border border-dashed border-line-strong px-3 py-4 text-left text-sm text-mute hover:bg-hover hover:text-ink"
    >
      Add a description. Markdown works.
    </button>
  );
}

/** A click that neither follows a link nor ends a selection. */
function isPlainClick(event: MouseEvent): boolean {
  const isOnLink = event.target instanceof Element && event.target.closest('a, input, button') !== null;
  return !isOnLink && (getSelection()?.isCollapsed ?? true);
}
