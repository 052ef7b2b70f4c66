import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '@/lib/classes';

interface LineWriterProps {
  label: string;
  value: string;
  limit: number;
  className?: string;
  onSave: (line: string) => void;
  /** Called after a save too. */
  onDone: () => void;
}

/** One line written in place: Enter and leaving save it, Escape leaves it as it was. */
export function LineWriter({ label, value, limit, className, onSave, onDone }: LineWriterProps) {
  const [text, setText] = useState(value);
  const ref = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.select();
  }, []);
  const end = (save: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    if (save) onSave(text.replace(/\s+/gu, ' ').trim());
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    end(event.key === 'Enter');
  };
  return (
    <input
      ref={ref}
      aria-label={label}
      value={text}
      maxLength={limit}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(true)}
      className={classes('nodrag nopan nokey bg-transparent outline-none select-text', className)}
    />
  );
}
