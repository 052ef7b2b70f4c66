import { useState } from 'react';
import { classes } from '@/lib/classes';

interface OutputProps {
  /** Names it: `Result`. */
  label: string;
  text: string;
  tone?: 'plain' | 'error';
}

/** Lines and letters that are shown before somebody asks for all. */
const FIRST_LINES = 24;
const FIRST_LETTERS = 4_000;

/** A text as a program wrote or reads it. */
export function Output({ label, text, tone = 'plain' }: OutputProps) {
  const [isWhole, setIsWhole] = useState(false);
  const cut = beginningOf(text);
  const isCut = cut.length < text.length;
  return (
    <div
      className={classes(
        'overflow-hidden rounded-md border',
        tone === 'error' ? 'bg-error-soft' : 'bg-sunken',
      )}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: no set of fields, only what scrolls. */}
      <div role="group" aria-label={label} tabIndex={0} className="max-h-120 overflow-auto">
        <pre className="w-fit min-w-full px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere text-ink">
          {isWhole ? text : cut}
        </pre>
      </div>
      {isCut && !isWhole ? (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="block w-full border-t px-3 py-1.5 text-left text-xs text-soft hover:bg-hover hover:text-ink coarse:py-3"
        >
          Show all {text.split('\n').length} lines
        </button>
      ) : null}
    </div>
  );
}

function beginningOf(text: string): string {
  let end = -1;
  for (let line = 0; line < FIRST_LINES; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  return text.slice(0, Math.min(end < 0 ? text.length : end, FIRST_LETTERS));
}
