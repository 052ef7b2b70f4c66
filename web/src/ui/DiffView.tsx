import { useState } from 'react';
import { classes } from '@/lib/classes';
import { countChanges, type DiffLine, diffLines } from '@/lib/file-diff';
import type { FileDiff } from '@/live/session-wire';

const LOOK = {
  '+': { row: 'bg-done-soft', sign: 'text-done', name: 'added' },
  '-': { row: 'bg-error-soft', sign: 'text-error', name: 'removed' },
  ' ': { row: '', sign: 'text-mute', name: '' },
};

/** Lines that are shown before somebody asks for all. */
const FIRST_LINES = 40;

/** What was or would be done to a file. */
export function DiffView({ diff }: { diff: FileDiff }) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = diffLines(diff);
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES);
  const { added, removed } = countChanges(diff);
  const isNumbered = lines.some((line) => line !== null && (line.before ?? line.after) !== null);
  return (
    <figure className="overflow-hidden rounded-md border bg-panel text-sm">
      <figcaption className="flex items-center gap-2 border-b bg-sunken px-3 py-1.5">
        <span className="min-w-0 flex-1 truncate font-mono text-xs" title={diff.path}>
          {diff.path}
        </span>
        {diff.created ? <span className="text-xs text-soft">new file</span> : null}
        <ChangeCount added={added} removed={removed} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: no set of fields, only what scrolls. */}
      <div role="group" aria-label={`Changes of ${diff.path}`} tabIndex={0} className="overflow-x-auto">
        <div className="w-fit min-w-full py-1 font-mono text-xs leading-5">
          {shown.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff do not move.
            <Line key={index} line={line} isNumbered={isNumbered} />
          ))}
        </div>
      </div>
      {shown.length < lines.length ? (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="block w-full border-t px-3 py-1.5 text-left text-xs text-soft hover:bg-hover hover:text-ink coarse:py-3"
        >
          Show all {lines.length} lines
        </button>
      ) : null}
    </figure>
  );
}

/** How many lines came and went. */
export function ChangeCount({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="shrink-0 font-mono text-xs">
      {added > 0 ? <span className="text-done">+{added}</span> : null}
      {added > 0 && removed > 0 ? ' ' : null}
      {removed > 0 ? <span className="text-error">−{removed}</span> : null}
    </span>
  );
}

function Line({ line, isNumbered }: { line: DiffLine | null; isNumbered: boolean }) {
  if (line === null) {
    return (
      <div aria-hidden="true" className="px-3 text-mute select-none">
        ⋯
      </div>
    );
  }
  const look = LOOK[line.sign];
  const number = 'w-9 shrink-0 pr-2 text-right text-soft select-none';
  return (
    <div className={classes('flex', look.row)}>
      {isNumbered ? (
        <>
          <span aria-hidden="true" className={number}>
            {line.before}
          </span>
          <span aria-hidden="true" className={number}>
            {line.after}
          </span>
        </>
      ) : null}
      <span aria-hidden="true" className={classes('w-6 shrink-0 text-center select-none', look.sign)}>
        {line.sign}
      </span>
      {look.name ? <span className="sr-only">{look.name}: </span> : null}
      <span className="pr-3 whitespace-pre text-ink">{line.text || ' '}</span>
    </div>
  );
}
