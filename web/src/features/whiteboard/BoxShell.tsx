import { type CSSProperties, type ReactNode, useState } from 'react';
import { classes } from '@/lib/classes';
import { useFreshAuthor, useName, useUi, useWhiteboard } from './context';
import type { Box } from './model';

interface BoxShellProps {
  box: Box;
  className: string;
  style?: CSSProperties;
  children?: ReactNode;
}

/** What all boxes have in common: a name, the focus, and a mark when somebody else has just changed them. */
export function BoxShell({ box, className, style, children }: BoxShellProps) {
  const { ui } = useWhiteboard();
  const by = useFreshAuthor(box.id);
  // What is news at the moment it is first drawn has just been made.
  const [isNew] = useState(by !== null);
  const isAdopting = useUi(({ adopting }) => adopting.has(box.id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set is for forms.
    <div
      role="group"
      tabIndex={-1}
      aria-label={useName(box.id)}
      data-box={box.id}
      data-fresh={by ? by.type : undefined}
      data-new={isNew || undefined}
      data-adopting={isAdopting || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget) ui.setState({ focus: box.id });
      }}
      className={classes('wb-box', box.color && `tint-${box.color}`, className)}
      style={style}
    >
      {children}
    </div>
  );
}
