import { type ReactNode, useId, useRef, useState } from 'react';
import { type MenuItem, MenuList } from './MenuList';
import type { PlaceOptions } from './place';

export interface MenuTriggerProps {
  ref: (element: HTMLButtonElement | null) => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: { key: string; preventDefault: () => void }) => void;
}

interface MenuProps extends PlaceOptions {
  /** Names the menu. */
  label: string;
  items: readonly MenuItem[];
  /** Spread onto a `Button` or `IconButton`. */
  children: (trigger: MenuTriggerProps) => ReactNode;
}

/** A button that opens a list of actions. */
export function Menu({ label, items, children, ...placing }: MenuProps) {
  const [open, setOpen] = useState<'first' | 'last' | null>(null);
  const trigger = useRef<HTMLButtonElement | null>(null);
  const id = useId();
  return (
    <>
      {children({
        ref: (element) => {
          trigger.current = element;
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(open ? null : 'first'),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {open && trigger.current ? (
        <MenuList
          id={id}
          label={label}
          items={items}
          anchor={trigger.current}
          start={open}
          placing={placing}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
