import Ellipsis from 'lucide-react/icons/ellipsis';
import {
  type MouseEvent,
  memo,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { classes } from '@/lib/classes';
import { useNode } from '@/lib/live-hooks';
import { previewOf } from '@/lib/markdown-preview';
import { hueOf } from '@/lib/person';
import { ConflictMark, FreshMark, PendingMark, VisitorMarks } from './CardMarks';
import { CardWork } from './CardWork';
import { OpenCardContext, useFilterWords, useFreshAuthor, useKanban, useUi, useVisitors } from './context';
import { renameCard } from './edits';
import { Highlight } from './Highlight';
import { descriptionOf, MAX_TITLE, titleOf } from './model';
import { NameEditor } from './NameEditor';

/** A card on the board. It listens to its own node only, so a change elsewhere does not draw it anew. */
export const Card = memo(function Card({ id }: { id: string }) {
  const kanban = useKanban();
  const openCard = useContext(OpenCardContext);
  const node = useNode(kanban.board, id);
  const words = useFilterWords();
  const visitors = useVisitors(id);
  const fresh = useFreshAuthor(id);
  const isTabStop = useUi(({ focus }) => focus === id);
  const isEditing = useUi(({ editing }) => editing === id);
  const hasConflict = useConflict(id);
  const ref = useRef<HTMLElement>(null);
  const [column] = useState(() => node?.parent ?? null);
  useLayoutEffect(() => {
    const element = ref.current;
    return element ? kanban.flip.register(id, { element, within: column }) : undefined;
  }, [kanban, id, column]);
  if (!node) return null;

  const title = titleOf(node);
  const preview = previewOf(descriptionOf(node), words);
  const isPending = kanban.board.isPending(id);
  const colour = visitors[0] ? `oklch(0.65 0.11 ${hueOf(visitors[0].id)})` : undefined;
  const ring = colour ? { borderColor: colour, boxShadow: `0 0 0 1px ${colour}` } : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board's shortcuts open it by Enter.
    <article
      ref={ref}
      aria-label={title}
      data-card={id}
      data-focus={id}
      {...(isEditing ? {} : { 'data-grip': id })}
      tabIndex={isTabStop ? 0 : -1}
      style={ring}
      onFocus={(event) => {
        if (event.target === event.currentTarget) kanban.ui.setState({ focus: id });
      }}
      onClick={() => openCard(id)}
      onContextMenu={(event) => {
        event.preventDefault();
        kanban.ui.setState({ menu: { id, anchor: menuAnchor(event) } });
      }}
      className={classes(
        'group/card relative rounded-md border px-3 py-2 shadow-card select-none',
        'transition-[background-color,border-color] duration-150 hover:border-line-strong data-lifted:shadow-dialog',
        '[-webkit-touch-callout:none]',
        isEditing ? 'border-accent hover:border-accent' : null,
        fresh ? 'bg-[color-mix(in_oklab,var(--accent-soft)_65%,var(--raised))]' : 'bg-raised',
      )}
    >
      {isEditing ? (
        <NameEditor
          label="Title of the card"
          value={title}
          limit={MAX_TITLE}
          className="text-base"
          onSave={(name) => renameCard(kanban.board, id, name)}
          onDone={() => {
            kanban.ui.setState({ editing: null });
            kanban.focus(id);
          }}
        />
      ) : (
        <p className="mr-5 text-base wrap-anywhere coarse:mr-14">
          <Highlight text={title} words={words} />
        </p>
      )}
      {preview ? (
        <p className={classes('mt-0.5 truncate text-sm', fresh ? 'text-soft' : 'text-mute')}>
          <Highlight text={preview} words={words} />
        </p>
      ) : null}
      <CardWork id={id} column={node.parent} />
      {visitors.length > 0 || hasConflict ? (
        <div className="mt-1.5 flex items-center gap-2">
          {visitors.length > 0 ? <VisitorMarks visitors={visitors} /> : null}
          {hasConflict ? <ConflictMark /> : null}
        </div>
      ) : null}
      {isPending ? <PendingMark /> : null}
      {isEditing ? null : <CardMenuButton id={id} title={title} />}
      {fresh ? <FreshMark author={fresh} /> : null}
    </article>
  );
});

/** Where a context menu opens: at the pointer, or at the card when a key asked for it. */
function menuAnchor({ clientX, clientY, currentTarget, nativeEvent }: MouseEvent<HTMLElement>) {
  const isByKey = !(nativeEvent instanceof PointerEvent) || nativeEvent.pointerType === '';
  return isByKey ? currentTarget : { left: clientX, top: clientY, width: 0, height: 0 };
}

function CardMenuButton({ id, title }: { id: string; title: string }) {
  const { ui } = useKanban();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Menu of ${title}`}
      aria-haspopup="menu"
      onClick={(event) => {
        event.stopPropagation();
        ui.setState({ menu: { id, anchor: event.currentTarget } });
      }}
      className="absolute top-1.5 right-1.5 flex size-6 items-center justify-center rounded-xs text-mute opacity-0 group-hover/card:opacity-100 group-focus-visible/card:opacity-100 hover:bg-hover hover:text-ink coarse:top-0.5 coarse:right-0.5 coarse:size-9 coarse:opacity-100"
    >
      <Ellipsis size={15} aria-hidden="true" />
    </button>
  );
}

function useConflict(id: string): boolean {
  const { texts } = useKanban();
  return useSyncExternalStore(
    (listener) => texts.subscribe(listener),
    () => texts.conflicts().some(({ node }) => node === id),
  );
}
