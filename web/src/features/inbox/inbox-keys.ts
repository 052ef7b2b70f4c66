import type { RefObject } from 'react';
import { useShortcut } from '@/lib/keys';

const ITEM = '[data-inbox-item]';
const FIRST_CONTROL = 'fieldset input, footer button:last-child, [data-main-action]';

/** Moves among the items by key: j and k, Enter to answer, o to open. */
export function useInboxKeys(list: RefObject<HTMLElement | null>): void {
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
  const current = () => document.activeElement?.closest<HTMLElement>(ITEM) ?? null;
  const step = (by: 1 | -1) => {
    const all = items();
    const here = current();
    const at = here ? all.indexOf(here) + by : by > 0 ? 0 : all.length - 1;
    focusItem(all[Math.max(0, Math.min(at, all.length - 1))]);
  };
  const isOnItem = () => document.activeElement?.matches(ITEM) ?? false;
  useShortcut({ keys: 'j', label: 'Next item', scope: 'Inbox', run: () => step(1) });
  useShortcut({ keys: 'k', label: 'Previous item', scope: 'Inbox', run: () => step(-1) });
  useShortcut({
    keys: 'enter',
    label: 'Answer the item',
    scope: 'Inbox',
    when: isOnItem,
    run: () => current()?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus(),
  });
  useShortcut({
    keys: 'o',
    label: 'Open the card of the item',
    scope: 'Inbox',
    when: () => current() !== null,
    run: () => current()?.querySelector<HTMLElement>('[data-open]')?.click(),
  });
}

/** Gives the focus to what takes the place of an item that is about to go. */
export function focusNeighbour(item: Element | null): void {
  const all = [...document.querySelectorAll<HTMLElement>(ITEM)];
  const at = all.findIndex((each) => each.isSameNode(item));
  const next = all[at + 1] ?? all[at - 1];
  requestAnimationFrame(() => focusItem(next));
}

function focusItem(item: HTMLElement | undefined): void {
  item?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'nearest' });
}
