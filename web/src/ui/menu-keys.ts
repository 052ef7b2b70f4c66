export interface MenuEntry {
  readonly label: string;
  readonly disabled?: boolean | undefined;
}

/** Returns the entry that a key leads to, or null for a key that moves nothing. */
export function menuTarget(key: string, at: number, entries: readonly MenuEntry[]): number | null {
  const count = entries.length;
  const step = (from: number, by: number): number => {
    for (let tried = 1; tried <= count; tried += 1) {
      const index = (((from + by * tried) % count) + count) % count;
      if (!entries[index]?.disabled) return index;
    }
    return from;
  };
  switch (key) {
    case 'ArrowDown':
      return step(at, 1);
    case 'ArrowUp':
      return step(Math.max(at, 0), -1);
    case 'Home':
      return step(-1, 1);
    case 'End':
      return step(0, -1);
    default:
      return null;
  }
}

/** Returns the next entry that begins with what was typed; the same letter again goes on to the next. */
export function typeahead(typed: string, at: number, entries: readonly MenuEntry[]): number | null {
  const same = typed.length > 1 && [...typed].every((letter) => letter === typed[0]);
  const prefix = (same ? typed.slice(0, 1) : typed).toLowerCase();
  const start = typed.length === 1 || same ? at + 1 : Math.max(at, 0);
  for (let tried = 0; tried < entries.length; tried += 1) {
    const index = (start + tried) % entries.length;
    const entry = entries[index];
    if (entry && !entry.disabled && entry.label.toLowerCase().startsWith(prefix)) return index;
  }
  return null;
}
