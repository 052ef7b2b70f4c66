import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { dialogIsOpen } from '@/ui/dialog-stack';
import { split } from './key-names';
import { useOverlay } from './overlays';
import { isMac } from './platform';

export interface Shortcut {
  readonly id: string;
  /** `mod+k`, `shift+enter`, `n`, `?`; `mod` is ⌘ on a Mac and Ctrl elsewhere. Several, when a list. */
  readonly keys: string | readonly string[];
  /** What it does, for the help: `New card`. */
  readonly label: string;
  /** Where it works, for the help: `Board`. */
  readonly scope: string;
  /** Works while a modal dialog is open too. */
  readonly inDialogs?: boolean;
  /** Whether it means anything now, such as Enter only on a card; otherwise the key keeps its own meaning. */
  readonly when?: (event: KeyboardEvent) => boolean;
  readonly run: (event: KeyboardEvent) => void;
}

interface Shortcuts {
  /** The newest last; it wins over older ones with the same keys. */
  readonly list: readonly Shortcut[];
}

export const useShortcuts = create<Shortcuts>(() => ({ list: [] }));

/** Registers a shortcut until the returned function is called. */
export function addShortcut(shortcut: Shortcut): () => void {
  useShortcuts.setState(({ list }) => ({ list: [...list, shortcut] }));
  return () => useShortcuts.setState(({ list }) => ({ list: list.filter((other) => other !== shortcut) }));
}

interface UseShortcut extends Omit<Shortcut, 'id'> {
  /** Registered only while this holds. */
  readonly enabled?: boolean;
}

/** Registers a shortcut while the component is mounted. */
export function useShortcut({
  keys,
  label,
  scope,
  run,
  when,
  inDialogs = false,
  enabled = true,
}: UseShortcut): void {
  const latest = useRef({ run, when });
  useEffect(() => {
    latest.current = { run, when };
  });
  const joined = typeof keys === 'string' ? keys : keys.join(' ');
  useEffect(() => {
    if (!enabled) return;
    return addShortcut({
      id: `${scope}:${joined}`,
      keys: joined.split(' '),
      label,
      scope,
      inDialogs,
      when: (event) => latest.current.when?.(event) ?? true,
      run: (event) => latest.current.run(event),
    });
  }, [joined, label, scope, inDialogs, enabled]);
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/** Whether a key press is the one that `keys` writes down. */
export function matches(press: Press, keys: string, mac: boolean = isMac()): boolean {
  const parts = split(keys);
  const key = parts.at(-1) ?? '';
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (other || mod !== parts.includes('mod') || press.altKey !== parts.includes('alt')) return false;
  const pressed = keyOf(press);
  // A sign such as ? needs Shift on some keyboards and not on others.
  const sign = key.length === 1 && !/[a-z0-9]/.test(key);
  if (!sign && press.shiftKey !== parts.includes('shift')) return false;
  return pressed === key;
}

/** Whether a key typed there is text. */
export function isTyping(target: EventTarget | null): boolean {
  if (typeof Element === 'undefined' || !(target instanceof Element)) return false;
  if (target.closest('[contenteditable=""], [contenteditable="true"]')) return true;
  if (target instanceof HTMLInputElement) return !NOT_TEXT.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

const NOT_TEXT = new Set(['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'color', 'file']);

/** Finds the shortcut that a key press means. */
export function shortcutFor(
  event: KeyboardEvent,
  list: readonly Shortcut[],
  inDialog: boolean,
): Shortcut | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined;
  const typing = isTyping(event.target);
  return list.findLast((shortcut) => {
    if (inDialog && !shortcut.inDialogs) return false;
    if (shortcut.when && !shortcut.when(event)) return false;
    const all = typeof shortcut.keys === 'string' ? [shortcut.keys] : shortcut.keys;
    return all.some((keys) => (!typing || split(keys).includes('mod')) && matches(event, keys));
  });
}

/** A dialog that was asked for takes the keys already, also while its code is on its way. */
function isOpening(): boolean {
  return useOverlay.getState().open !== null;
}

/** Listens for all shortcuts; called once, by the app. */
export function listenForShortcuts(target: Window = window): () => void {
  const onKey = (event: KeyboardEvent) => {
    const shortcut = shortcutFor(event, useShortcuts.getState().list, dialogIsOpen() || isOpening());
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run(event);
  };
  target.addEventListener('keydown', onKey);
  return () => target.removeEventListener('keydown', onKey);
}

function keyOf({ key, code }: Press): string {
  const lower = key === ' ' ? 'space' : key.toLowerCase();
  // On a keyboard without Latin letters the place of the key counts.
  if (lower.length === 1 && lower > '\u007f' && code.startsWith('Key')) return code.slice(3).toLowerCase();
  return lower;
}
