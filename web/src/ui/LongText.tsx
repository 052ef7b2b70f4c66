import { type ReactNode, useState } from 'react';
import { Button } from './Button';

/** Characters that are formatted without asking: what an agent writes may be made to take a browser minutes. */
export const MAX_FORMATTED = 20_000;

interface LongTextProps {
  text: string;
  /** The text formatted. */
  children: ReactNode;
}

/** A text that is shown as it was written if it is very long, until somebody wants it formatted. */
export function LongText({ text, children }: LongTextProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (text.length <= MAX_FORMATTED || isWanted) return children;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button onClick={() => setIsWanted(true)}>Show formatted</Button>
      <div className="max-w-full whitespace-pre-wrap wrap-anywhere text-base">{text}</div>
    </div>
  );
}
