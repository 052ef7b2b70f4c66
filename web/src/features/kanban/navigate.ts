/** The board as the focus moves over it: what a filter hides is not there. */
export interface FocusMap {
  readonly columns: readonly string[];
  cards(column: string): readonly string[];
  /** The card of another column that is level with this one on the screen. */
  level?(column: string, card: string): string | undefined;
}

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/** Returns what takes the focus next: a card, or the header of a column. */
export function nextFocus(map: FocusMap, focus: string | null, direction: Direction): string | null {
  const column = focus === null ? undefined : columnWith(map, focus);
  if (focus === null || column === undefined) return firstFocus(map);
  const cards = map.cards(column);
  const index = cards.indexOf(focus);
  switch (direction) {
    case 'up':
      return index > 0 ? (cards[index - 1] ?? focus) : column;
    case 'down':
      return cards[index + 1] ?? focus;
    case 'first':
      return cards[0] ?? column;
    case 'last':
      return cards.at(-1) ?? column;
    case 'left':
    case 'right':
      return beside(map, focus, column, direction === 'left' ? -1 : 1);
  }
}

/** Returns what the focus falls back to when it is nowhere: the first card, or else the first column. */
export function firstFocus(map: FocusMap): string | null {
  for (const column of map.columns) {
    const [card] = map.cards(column);
    if (card !== undefined) return card;
  }
  return map.columns[0] ?? null;
}

/** Returns what takes the focus when `gone` leaves: the next card, the one before, or the column. */
export function focusAfter(map: FocusMap, gone: string): string | null {
  const column = columnWith(map, gone);
  if (column === undefined) return firstFocus(map);
  if (column === gone) {
    const index = map.columns.indexOf(gone);
    return map.columns[index + 1] ?? map.columns[index - 1] ?? null;
  }
  const cards = map.cards(column);
  const index = cards.indexOf(gone);
  return cards[index + 1] ?? cards[index - 1] ?? column;
}

function beside(map: FocusMap, focus: string, column: string, step: -1 | 1): string {
  const next = map.columns[map.columns.indexOf(column) + step];
  if (next === undefined) return focus;
  if (focus === column) return next;
  const cards = map.cards(next);
  const level = map.level?.(next, focus);
  const index = Math.min(map.cards(column).indexOf(focus), cards.length - 1);
  return level ?? cards[index] ?? next;
}

function columnWith(map: FocusMap, id: string): string | undefined {
  return map.columns.find((column) => column === id || map.cards(column).includes(id));
}
