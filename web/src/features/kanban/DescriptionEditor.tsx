import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '@/lib/classes';
import { Button } from '@/ui/Button';
import { useKanban } from './context';
import { isTooLong, MAX_DESCRIPTION, mapCaret, type TextState } from './text-editing';
import type { TextSession } from './text-session';
import { useTextState } from './use-text';

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
  const area = useCaretKeeper(state.draft, tab);
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

/** Focuses the area when it appears, and keeps its caret in place when others change the text around it. */
function useCaretKeeper(text: string, tab: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const last = useRef({ text, start: text.length, end: text.length });
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || tab !== 'write') return;
    element.focus();
    element.setSelectionRange(last.current.start, last.current.end);
    const note = () => {
      last.current = { text: element.value, start: element.selectionStart, end: element.selectionEnd };
    };
    document.addEventListener('selectionchange', note);
    element.addEventListener('input', note);
    return () => {
      document.removeEventListener('selectionchange', note);
      element.removeEventListener('input', note);
    };
  }, [tab]);
  useLayoutEffect(() => {
    const { text: before, start, end } = last.current;
    if (text === before || !area.current) return;
    const from = mapCaret(before, text, start);
    const to = mapCaret(before, text, end);
    last.current = { text, start: from, end: to };
    area.current.setSelectionRange(from, to);
  }, [text]);
  return area;
}
