import Plus from 'lucide-react/icons/plus';
import { Fragment, type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react';
import { classes } from '@/lib/classes';
import type { DiffLine } from '@/lib/file-diff';

const LOOK = {
  '+': { row: 'bg-done-soft', sign: 'text-done', name: 'added' },
  '-': { row: 'bg-error-soft', sign: 'text-error', name: 'removed' },
  ' ': { row: '', sign: 'text-mute', name: '' },
};

/** Lines that "more" brings at once; a browser draws no more without a pause. */
const MORE_LINES = 1_000;

/** What can be said about single lines. */
export interface LineNotes {
  readonly onWrite: (line: DiffLine) => void;
  /** What stands below a line, if anything does. */
  readonly below: (line: DiffLine) => ReactNode;
  /** The index of a line that is pointed out. */
  readonly marked?: number | null;
}

interface DiffLinesProps {
  label: string;
  /** `null` where lines are left out. */
  lines: readonly (DiffLine | null)[];
  /** How many are shown before somebody asks for more. */
  first: number;
  notes?: LineNotes;
}

/** The lines of a diff, one below the other. */
export function DiffLines({ label, lines, first, notes }: DiffLinesProps) {
  const [asked, setAsked] = useState(first);
  const [stop, setStop] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const limit = Math.max(asked, (notes?.marked ?? -1) + 20);
  const shown = lines.slice(0, limit);
  const isNumbered = lines.some((line) => line !== null && (line.before ?? line.after) !== null);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
    if (!by || !(event.target instanceof HTMLElement) || !event.target.matches('[data-line]')) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
    all[all.indexOf(event.target) + by]?.focus();
  };
  const scrolls = notes ? {} : { tabIndex: 0 };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no set of fields, only what scrolls. */}
      <div
        ref={list}
        role="group"
        aria-label={label}
        {...scrolls}
        onKeyDown={notes ? onKeyDown : undefined}
        className="overflow-x-auto"
      >
        <div className="w-fit min-w-full py-1 font-mono text-xs leading-5 coarse:leading-7">
          {shown.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff do not move.
            <Fragment key={index}>
              <Line
                line={line}
                index={index}
                isNumbered={isNumbered}
                isMarked={notes?.marked === index}
                isTabStop={index === stop}
                onWrite={notes?.onWrite}
                onFocus={setStop}
              />
              {line && notes ? notes.below(line) : null}
            </Fragment>
          ))}
        </div>
      </div>
      {shown.length < lines.length ? (
        <button
          type="button"
          onClick={() => setAsked(limit + MORE_LINES)}
          className="block w-full border-t px-3 py-1.5 text-left text-xs text-soft hover:bg-hover hover:text-ink coarse:py-3"
        >
          {lines.length - limit <= MORE_LINES
            ? `Show all ${lines.length} lines`
            : `Show ${MORE_LINES.toLocaleString('en')} more of ${lines.length.toLocaleString('en')} lines`}
        </button>
      ) : null}
    </>
  );
}

interface LineProps {
  line: DiffLine | null;
  index: number;
  isNumbered: boolean;
  isMarked: boolean;
  isTabStop: boolean;
  onWrite: ((line: DiffLine) => void) | undefined;
  onFocus: (index: number) => void;
}

const Line = memo(function Line({
  line,
  index,
  isNumbered,
  isMarked,
  isTabStop,
  onWrite,
  onFocus,
}: LineProps) {
  if (line === null) {
    return (
      <div aria-hidden="true" className="px-3 text-mute select-none">
        ⋯
      </div>
    );
  }
  const look = LOOK[line.sign];
  const number = 'w-9 shrink-0 pr-2 text-right text-soft select-none';
  const write = () => {
    // Whoever marks a text to copy it does not want to write about it.
    if (getSelection()?.isCollapsed !== false) onWrite?.(line);
  };
  const numbers = isNumbered ? (
    <>
      <span aria-hidden="true" className={number}>
        {line.before}
      </span>
      <span aria-hidden="true" className={number}>
        {line.after}
      </span>
    </>
  ) : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is for those without a pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside has the keys.
    <div
      data-row={index}
      onClick={onWrite ? write : undefined}
      className={classes(
        'group/line relative flex',
        look.row,
        onWrite ? 'cursor-pointer hover:brightness-97 dark:hover:brightness-125' : null,
        isMarked ? 'outline-2 -outline-offset-2 outline-accent' : null,
      )}
    >
      {onWrite ? (
        <button
          type="button"
          data-line={index}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={`Comment on line ${line.after ?? line.before ?? ''}${look.name ? `, ${look.name}` : ''}`}
          onFocus={() => onFocus(index)}
          className="absolute inset-y-0 left-0 flex w-18 items-center outline-offset-[-2px]"
        >
          <span
            aria-hidden="true"
            className="ml-0.5 flex size-4 items-center justify-center rounded-xs bg-accent text-on-accent opacity-0 group-hover/line:opacity-100"
          >
            <Plus size={12} />
          </span>
        </button>
      ) : null}
      {numbers}
      <span aria-hidden="true" className={classes('w-6 shrink-0 text-center select-none', look.sign)}>
        {line.sign}
      </span>
      {look.name ? <span className="sr-only">{look.name}: </span> : null}
      <span className="pr-3 whitespace-pre text-ink">{line.text || ' '}</span>
    </div>
  );
});
