import { isMac } from './platform';

const CAPS: Record<string, string> = {
  enter: '↵',
  escape: 'Esc',
  backspace: '⌫',
  delete: 'Del',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  space: 'Space',
  tab: 'Tab',
  contextmenu: 'Menu',
};

const MAC_MODIFIERS: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', ctrl: '⌃' };
const MODIFIERS: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', ctrl: 'Ctrl' };
const SPOKEN: Record<string, string> = {
  escape: 'Escape',
  arrowup: 'Arrow up',
  arrowdown: 'Arrow down',
  arrowleft: 'Arrow left',
  arrowright: 'Arrow right',
  '?': 'Question mark',
};

/** Returns what stands on each key of a shortcut. */
export function keyCaps(keys: string, mac: boolean = isMac()): string[] {
  const modifiers = mac ? MAC_MODIFIERS : MODIFIERS;
  return split(keys).map((key) => modifiers[key] ?? CAPS[key] ?? upper(key));
}

/** Returns a shortcut as words: `Control K`. */
export function spokenKeys(keys: string, mac: boolean = isMac()): string {
  const modifiers: Record<string, string> = {
    mod: mac ? 'Command' : 'Control',
    shift: 'Shift',
    alt: mac ? 'Option' : 'Alt',
  };
  return split(keys)
    .map((key) => modifiers[key] ?? SPOKEN[key] ?? upper(key))
    .join(' ');
}

/** Splits `mod+shift+z` into its keys; a plus at the end is the key itself. */
export function split(keys: string): string[] {
  return keys.toLowerCase().split(/(?<=[^+])\+/);
}

function upper(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}
