import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import type { CardReview } from '@/lib/cards-api';
import { InlineText } from '@/ui/InlineText';

/** The steps of the approved plan, done or not. */
export function ReviewSteps({ steps }: Pick<CardReview, 'steps'>) {
  const done = steps.filter((step) => step.done).length;
  return (
    <section aria-labelledby="review-steps">
      <h3 id="review-steps" className="mb-1.5 text-sm font-semibold">
        Steps of the plan{' '}
        <span className="font-normal text-mute">
          {done} of {steps.length} done
        </span>
      </h3>
      <ul className="flex flex-col gap-1.5">
        {steps.map(({ text, done: isDone, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a plan do not move, and may be alike.
          <li key={index} className="flex gap-2 text-sm">
            {isDone ? (
              <Check size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-done" />
            ) : (
              <Circle size={13} aria-hidden="true" className="mt-1 ml-px shrink-0 text-waiting" />
            )}
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <span className="sr-only">{isDone ? 'Done: ' : 'Not done: '}</span>
                <InlineText text={text} />
              </p>
              {note ? (
                <p className="text-soft wrap-anywhere">
                  <InlineText text={note} />
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Files that are shown before somebody asks for all. */
const FIRST = 12;

interface FileListProps {
  title: string;
  files: readonly string[];
  onOpen?: (path: string) => void;
}

/** Where the work departed from the plan. */
export function FileList({ title, files, onOpen }: FileListProps) {
  if (files.length === 0) return null;
  const id = `files-${title.replaceAll(/\W+/gu, '-')}`;
  const row = (path: string) =>
    onOpen ? (
      <button
        type="button"
        onClick={() => onOpen(path)}
        className="max-w-full truncate rounded-xs text-left text-accent-ink underline-offset-2 hover:underline coarse:py-3.5"
      >
        {path}
      </button>
    ) : (
      <span className="block truncate">{path}</span>
    );
  const list = (some: readonly string[]) => (
    <ul className="flex flex-col gap-0.5 font-mono text-xs">
      {some.map((path) => (
        <li key={path} title={path} className="flex">
          {row(path)}
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1.5 text-sm font-semibold">
        {title} <span className="font-normal text-mute">{files.length}</span>
      </h3>
      {list(files.slice(0, FIRST))}
      {files.length > FIRST ? (
        <details className="mt-0.5">
          <summary className="rounded-xs text-xs text-soft hover:text-ink coarse:py-3.5">
            {files.length - FIRST} more
          </summary>
          {list(files.slice(FIRST))}
        </details>
      ) : null}
    </section>
  );
}
