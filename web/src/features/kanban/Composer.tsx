import Plus from 'lucide-react/icons/plus';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/Button';
import { useKanban, useUi } from './context';
import { addCards } from './edits';
import { MAX_TITLE, oneLine } from './model';
import { pastedTitles } from './paste';

/** The foot of a column: a button that becomes a box for one card after the other. */
export function Composer({ column, name }: { column: string; name: string }) {
  const { ui } = useKanban();
  const isOpen = useUi(({ composing }) => composing === column);
  if (isOpen) return <ComposerBox column={column} name={name} />;
  return (
    <button
      type="button"
      onClick={() => ui.setState({ composing: column })}
      aria-label={`Add card to ${name}`}
      className="m-1.5 mt-0.5 flex h-8 items-center gap-1.5 rounded-md px-2 text-sm text-mute transition-colors duration-120 hover:bg-hover hover:text-ink coarse:h-11"
    >
      <Plus size={15} aria-hidden="true" />
      Add card
    </button>
  );
}

function ComposerBox({ column, name }: { column: string; name: string }) {
  const kanban = useKanban();
  const [text, setText] = useState('');
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const box = useRef<HTMLTextAreaElement>(null);
  const root = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    box.current?.focus();
    root.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);

  const left = MAX_TITLE - [...text].length;
  const close = () => kanban.ui.setState({ composing: null });
  const add = (titles: readonly string[]) => {
    const last = addCards(kanban.board, column, titles).at(-1);
    setText('');
    setPasted([]);
    box.current?.focus();
    if (last === undefined) return;
    kanban.ui.setState({ focus: last });
    requestAnimationFrame(() => kanban.drag.list(column)?.reveal(last));
    kanban.announce(
      titles.length === 1 ? `Card added to ${name}.` : `${titles.length} cards added to ${name}.`,
    );
  };
  const addTyped = () => {
    const title = oneLine(text, MAX_TITLE);
    if (title && left >= 0) add([title]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      addTyped();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
      const focus = kanban.ui.getState().focus;
      if (focus !== null) kanban.focus(focus);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const titles = pastedTitles(event.clipboardData.getData('text/plain'));
    if (titles.length > 1) setPasted(titles);
  };
  return (
    <fieldset
      ref={root}
      aria-label={`New cards in ${name}`}
      className="m-1.5 mt-0 rounded-md border border-line-strong bg-raised p-2 shadow-card focus-within:border-accent"
      onBlur={(event) => {
        const isLeaving = !event.currentTarget.contains(event.relatedTarget);
        if (isLeaving && text.trim() === '' && document.hasFocus()) close();
      }}
    >
      <textarea
        ref={box}
        rows={1}
        value={text}
        aria-label={`Title of a new card in ${name}`}
        placeholder="What is to be done?"
        onChange={(event) => setText(event.target.value.replace(/\s*[\r\n]+\s*/g, ' '))}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="block field-sizing-content max-h-40 w-full resize-none bg-transparent px-1 text-base outline-none coarse:text-lg"
      />
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        {pasted.length > 1 ? (
          <Button size="sm" variant="primary" onClick={() => add(pasted)}>
            Make {pasted.length} cards
          </Button>
        ) : null}
        <Button size="sm" variant={pasted.length > 1 ? 'quiet' : 'primary'} onClick={addTyped}>
          {pasted.length > 1 ? 'One card' : 'Add'}
        </Button>
        <Button size="sm" variant="ghost" onClick={close}>
          Done
        </Button>
        {left <= 20 ? (
          <span className={left < 0 ? 'text-xs text-error' : 'text-xs text-mute'}>
            {left < 0 ? `${-left} letters too many` : `${left} left`}
          </span>
        ) : null}
      </div>
    </fieldset>
  );
}
