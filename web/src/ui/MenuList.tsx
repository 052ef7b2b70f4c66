import Check from 'lucide-react/icons/check';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import { rememberFocus } from './focus';
import { Kbd } from './Kbd';
import { menuTarget, typeahead } from './menu-keys';
import { type Box, type PlaceOptions, place } from './place';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly shortcut?: string | undefined;
  readonly detail?: string | undefined;
  readonly tone?: 'danger';
  readonly disabled?: boolean;
  /** Makes it one of several choices. */
  readonly checked?: boolean;
  readonly onSelect: () => void;
}

export type MenuItem =
  | MenuAction
  | { readonly id: string; readonly separator: true }
  | { readonly id: string; readonly heading: string };

interface MenuListProps {
  id?: string;
  label: string;
  items: readonly MenuItem[];
  /** What it stands beside: an element, or a point for a context menu. */
  anchor: Element | Box;
  start?: 'first' | 'last';
  placing?: PlaceOptions;
  onClose: () => void;
}

const TYPEAHEAD_MS = 600;

/** The list of a menu; mounted is open. Use `Menu` unless the anchor is no button. */
export function MenuList({ id, label, items, anchor, start = 'first', placing, onClose }: MenuListProps) {
  const ref = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const actions = items.filter(isAction);

  // biome-ignore lint/correctness/useExhaustiveDependencies: placed once, when it opens; a list that jumps under the pointer is worse than one that is a little off.
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    const giveBack = rememberFocus();
    list.showPopover?.();
    const viewport = { width: window.innerWidth, height: window.innerHeight };
    const box = anchor instanceof Element ? anchor.getBoundingClientRect() : anchor;
    const placed = place(box, list.getBoundingClientRect(), viewport, placing);
    list.style.left = `${placed.left}px`;
    list.style.top = `${placed.top}px`;
    list.style.maxHeight = `${placed.maxHeight}px`;
    const entries = actionElements(list);
    entries[menuTarget(start === 'first' ? 'Home' : 'End', 0, actions) ?? 0]?.focus();
    return giveBack;
  }, []);

  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target as Node;
      const onAnchor = anchor instanceof Element && anchor.contains(target);
      if (!onAnchor && !ref.current?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    window.addEventListener('resize', onClose);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      window.removeEventListener('resize', onClose);
    };
  }, [anchor, onClose]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose();
      return;
    }
    const entries = actionElements(event.currentTarget);
    const at = entries.findIndex((entry) => entry.matches(':focus'));
    let next = menuTarget(event.key, at, actions);
    if (
      next === null &&
      event.key.length === 1 &&
      event.key !== ' ' &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.altKey
    ) {
      const now = performance.now();
      const text = now - typed.current.at < TYPEAHEAD_MS ? typed.current.text + event.key : event.key;
      typed.current = { text, at: now };
      next = typeahead(text, at, actions);
    }
    if (next === null) return;
    event.preventDefault();
    entries[next]?.focus();
  };

  return (
    <div
      ref={ref}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      className="fixed inset-auto m-0 max-w-80 min-w-44 overflow-y-auto rounded-md bg-raised p-1 text-sm text-ink shadow-float open:animate-pop"
    >
      {items.map((item) => (
        <Fragment key={item.id}>
          <MenuRow item={item} onClose={onClose} />
        </Fragment>
      ))}
    </div>
  );
}

function MenuRow({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  if ('separator' in item) return <hr className="mx-1 my-1 border-line" />;
  if ('heading' in item)
    return <p className="px-2 pt-1.5 pb-0.5 text-xs font-medium text-mute">{item.heading}</p>;
  const choice = item.checked !== undefined;
  const role = choice ? { role: 'menuitemradio', 'aria-checked': item.checked } : { role: 'menuitem' };
  return (
    <button
      type="button"
      {...role}
      tabIndex={-1}
      data-entry=""
      disabled={item.disabled}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        onClose();
        item.onSelect();
      }}
      className={classes(
        'flex min-h-7 w-full items-center gap-2 rounded-xs px-2 py-1 text-left outline-none disabled:opacity-45 focus:bg-hover coarse:min-h-10',
        item.tone === 'danger' ? 'text-error focus:bg-error-soft' : null,
      )}
    >
      {choice ? (
        <Check size={14} aria-hidden="true" className={item.checked ? 'shrink-0' : 'invisible shrink-0'} />
      ) : null}
      {item.icon ? (
        <span className="flex shrink-0 text-mute [.text-error_&]:text-error">{item.icon}</span>
      ) : null}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{item.label}</span>
        {item.detail ? <span className="block truncate text-xs text-mute">{item.detail}</span> : null}
      </span>
      {item.shortcut ? (
        <span className="coarse:hidden">
          <Kbd keys={item.shortcut} />
        </span>
      ) : null}
    </button>
  );
}

function isAction(item: MenuItem): item is MenuAction {
  return 'onSelect' in item;
}

function actionElements(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-entry]')];
}
