import { useState } from 'react';
import { bothVersions } from '@/lib/texts/text-editing';
import type { TextSession } from '@/lib/texts/text-session';
import { useTextState } from '@/lib/texts/use-text';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { newParts } from './versions';

/** Two versions of a text that could not be merged. Neither goes before somebody has chosen. */
export function ConflictView({ session }: { session: TextSession }) {
  const { base, draft, conflict } = useTextState(session);
  const [together, setTogether] = useState<string | null>(null);
  if (!conflict) return null;
  const { theirs } = conflict;
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="warn">
        You and somebody else changed the same place. Both versions are kept until you choose.
      </Banner>
      {together === null ? (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <Version title="Yours" base={base} text={draft} />
            <Version title="Theirs" base={base} text={theirs} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => session.resolve(draft)}>Keep mine</Button>
            <Button onClick={() => session.resolve(theirs)}>Keep theirs</Button>
            <Button variant="primary" onClick={() => setTogether(bothVersions(base, theirs, draft))}>
              Edit both together
            </Button>
          </div>
        </>
      ) : (
        <>
          <textarea
            aria-label="Both versions together"
            value={together}
            rows={12}
            onChange={(event) => setTogether(event.target.value)}
            className="control field-sizing-content min-h-40 resize-none py-2 font-mono text-sm leading-relaxed"
          />
          <div className="flex gap-2">
            <Button variant="primary" onClick={() => session.resolve(together)}>
              Save this text
            </Button>
            <Button variant="ghost" onClick={() => setTogether(null)}>
              Back to both versions
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Version({ title, base, text }: { title: string; base: string; text: string }) {
  let at = 0;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm font-semibold">{title}</h3>
      <div className="max-h-80 flex-1 overflow-y-auto rounded-md border bg-sunken px-3 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        {newParts(base, text).map((part) => {
          const key = at;
          at += part.text.length;
          return part.isNew ? (
            <mark key={key} className="rounded-xs bg-waiting-soft text-ink">
              {part.text}
            </mark>
          ) : (
            <span key={key}>{part.text}</span>
          );
        })}
        {text === '' ? <span className="text-mute">Empty</span> : null}
      </div>
    </section>
  );
}
