import { lazy, Suspense, useEffect, useState } from 'react';
import { classes } from '@/lib/classes';
import { isTooLong, MAX_DESCRIPTION, type TextState } from '@/lib/texts/text-editing';
import type { TextSession } from '@/lib/texts/text-session';
import { useCaretKeeper, useTextState } from '@/lib/texts/use-text';
import { Button } from '@/ui/Button';
import { useKanban } from './context';

const Markdown = lazy(() => import('@/ui/Markdown'));

interface DescriptionEditorProps {
  session: TextSession;
  onDone: () => void;
}

/** Writes a description: sent as it is typed, merged with what others write, and never lost. */
export function DescriptionEditor({ session, onDone }: DescriptionEditorProps) {
  const { ui } = useKanban();
  const state = useTextState(session);
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const area = useCaretKeeper(state.draft, tab === 'write');
  useEffect(() => {
    ui.setState({ writing: { card: session.node, what: 'description' } });
    return () => ui.setState({ writing: null });
  }, [ui, session]);
  const done = () => {
    session.flush();
    onDone();
  };
  return (
    <div className="rounded-md border border-line-strong bg-panel focus-within:border-accent">
      <div className="flex items-center gap-1 border-b p-1">
        {(['write', 'preview'] as const).map((each) => (
          <Button
            key={each}
            size="sm"
            variant={tab === each ? 'quiet' : 'ghost'}
            aria-pressed={tab === each}
            onClick={() => setTab(each)}
          >
            {each === 'write' ? 'Write' : 'Preview'}
          </Button>
        ))}
        <Button size="sm" variant="primary" className="ml-auto" onClick={done}>
          Done
        </Button>
      </div>
      {tab === 'write' ? (
        <textarea
          ref={area}
          aria-label="Description"
          value={state.draft}
          rows={8}
          onChange={(event) => session.type(event.target.value)}
          onBlur={() => session.flush()}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const isDone =
              event.key === 'Escape' || (event.key === 'Enter' && (event.metaKey || event.ctrlKey));
            if (!isDone) return;
            event.preventDefault();
            event.stopPropagation();
            done();
          }}
          className="block field-sizing-content min-h-40 w-full resize-none bg-transparent px-3 py-2 font-mono text-sm leading-relaxed outline-none coarse:text-lg"
        />
      ) : (
        <div className="min-h-40 px-3 py-2">
          <Suspense>
            <Markdown source={state.draft} />
          </Suspense>
        </div>
      )}
      <SaveLine state={state} />
    </div>
  );
}

function SaveLine({ state }: { state: TextState }) {
  const isLong = isTooLong(state.draft);
  const over = [...state.draft].length - MAX_DESCRIPTION;
  const text = isLong
    ? `${over} letters too many. It is kept here and saved once it is shorter.`
    : state.problem !== null
      ? `Not saved: ${state.problem}`
      : state.draft === state.base && state.sending === null
        ? 'Saved'
        : 'Saving as you type';
  return (
    <p
      className={classes(
        'border-t px-3 py-1 text-xs',
        isLong || state.problem !== null ? 'text-error' : 'text-mute',
      )}
    >
      {text}
    </p>
  );
}
