import { attempt } from '@/lib/attempt';
import { startLabel, statusIn } from '@/lib/card-words';
import { startCard, stopCard } from '@/lib/cards-api';
import { columnSettings } from '@/lib/columns';
import type { Kanban } from './kanban';
import { CARD } from './model';

/** What starting this card is called; null where it cannot be started. */
export function startLabelOf({ board, canEdit }: Kanban, card: string): string | null {
  const node = board.node(card);
  if (!canEdit || node?.kind !== CARD) return null;
  const status = statusIn(board.cards.status(card), node.parent);
  return startLabel(status, columnSettings(board.node(node.parent)).mode);
}

/** Has an agent start on a card, try again, or go on. */
export async function start(kanban: Kanban, card: string): Promise<void> {
  const { board } = kanban;
  const column = board.node(card)?.parent ?? '';
  const { mode } = columnSettings(board.node(column));
  if (mode === null || startLabelOf(kanban, card) === null) return;
  const call = board.cards.take(card, startCard({ board: board.id, card }));
  board.cards.expectStart(card, column, mode);
  kanban.announce('Starting.');
  if (!(await attempt('The agent was not started', () => call))) board.cards.forgetExpected(card);
}

export async function stop({ board }: Kanban, card: string): Promise<void> {
  const call = board.cards.take(card, stopCard({ board: board.id, card }));
  await attempt('The agent was not stopped', () => call);
}
