import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '@/lib/classes';
import { oneLine } from './model';

interface NameEditorProps {
  label: string;
  value: string;
  limit: number;
  className?: string;
  onSave: (name: string) => void;
  /** Called after a save too. */
  onDone: () => void;
}

/** From here on the letters that are left are shown. */
const NEAR_LIMIT = 20;

/** A name written in place: Enter and leaving save it, Escape and nothing leave it as it was. */
export function NameEditor({ label, value, limit, className, onSave, onDone }: NameEditorProps) {
  const [text, setText] = useState(value);
  const ref = useRef<HTMLTextAreaElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    ref.current?.focus();
    ref.current?.select();
  }, []);

  const left = limit - [...text].length;
  const end = (save: boolean) => {
    // What is too long stays until somebody shortens it.
    if (isOver.current || (save && left < 0)) return;
    isOver.current = true;
    const name = oneLine(text, limit);
    if (save && name && name !== value) onSave(name);
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    end(event.key === 'Enter');
  };
  return (
    <span className="block" data-no-drag="">
      <textarea
        ref={ref}
        rows={1}
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\s*[\r\n]+\s*/g, ' '))}
        onKeyDown={onKeyDown}
        onBlur={() => end(true)}
        onClick={(event) => event.stopPropagation()}
        className={classes(
          'block field-sizing-content w-full resize-none rounded-xs bg-transparent outline-none coarse:text-lg',
          className,
        )}
      />
      {left <= NEAR_LIMIT ? (
        <span className={classes('block text-right text-xs', left < 0 ? 'text-error' : 'text-mute')}>
          {left < 0 ? `${-left} too many` : `${left} left`}
        </span>
      ) : null}
    </span>
  );
}
