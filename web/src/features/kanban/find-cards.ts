import type { Command } from '@/lib/commands';
import { fold } from '@/lib/fold';
import { columnsOf, nameOf, type Shape, titleOf } from './model';

/** The palette shows no more of them at once. */
const MOST_CARDS = 20;

/** Finds the cards of a board whose titles have all words of a text, as commands that open them. */
export function findCards(board: Shape, text: string, open: (card: string) => void): readonly Command[] {
  const words = fold(text).split(/\s+/);
  const found: Command[] = [];
  for (const column of columnsOf(board)) {
    for (const card of board.children(column)) {
      const title = titleOf(board.node(card));
      if (!words.every((word) => fold(title).includes(word))) continue;
      const where = nameOf(board.node(column));
      // The text itself is among the keywords, because the palette would miss words in another order.
      const keywords = [text, where];
      found.push({ id: `card.${card}`, label: title, group: 'Cards', keywords, run: () => open(card) });
      if (found.length === MOST_CARDS) return found;
    }
  }
  return found;
}
