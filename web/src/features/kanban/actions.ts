import { undoOf } from '@/lib/undo-change';
import { confirm } from '@/ui/confirm';
import { toast } from '@/ui/toast';
import { columnBeside, columnStep, deleteItem, moveCard, moveColumn } from './edits';
import type { Kanban } from './kanban';
import { CARD, COLUMN, columnsOf, nameOf, quoted, titleOf } from './model';
import { focusAfter } from './navigate';

/** Deletes a card or a column, and offers to take that back. */
export async function remove(kanban: Kanban, id: string): Promise<void> {
  const node = kanban.board.node(id);
  if (!node || !kanban.canEdit) return;
  const next = focusAfter(kanban.map(), id);
  if (node.kind === COLUMN && !(await mayDeleteColumn(kanban, id))) return;
  const edit = deleteItem(kanban.board, node);
  if (next !== null) kanban.focus(next);
  const name = node.kind === CARD ? quoted(titleOf(node)) : `the column ${quoted(nameOf(node))}`;
  const run = undoOf(kanban.board, edit, `deleted ${name}`);
  toast({ title: `Deleted ${name}`, action: { label: 'Undo', run } });
}

function mayDeleteColumn({ board }: Kanban, id: string): Promise<boolean> {
  const count = board.children(id).length;
  if (count === 0) return Promise.resolve(true);
  const cards = count === 1 ? 'one card' : `${count} cards`;
  return confirm({
    title: `Delete the column ${quoted(nameOf(board.node(id)))}?`,
    detail: `It has ${cards}, which ${count === 1 ? 'goes' : 'go'} with it. You can undo this.`,
    action: `Delete column and ${cards}`,
    tone: 'danger',
  });
}

/** Moves a card or a column by one step, at once. */
export function step(kanban: Kanban, id: string, direction: 'up' | 'down' | 'left' | 'right'): void {
  const { board } = kanban;
  const node = board.node(id);
  if (!node || !kanban.canEdit) return;
  if (node.kind === COLUMN) {
    if (direction === 'up' || direction === 'down') return;
    const place = columnStep(board, id, direction === 'left' ? -1 : 1);
    if (!place || !moveColumn(board, id, place)) return;
    kanban.focus(id);
    sayPlace(kanban, id);
  } else if (direction === 'up' || direction === 'down') {
    const cards = kanban.filter.visible(node.parent);
    const neighbour = cards[cards.indexOf(id) + (direction === 'up' ? -1 : 1)];
    if (neighbour === undefined) return;
    moveCard(board, id, node.parent, direction === 'up' ? { before: neighbour } : { after: neighbour });
    kanban.focus(id);
    sayPlace(kanban, id);
  } else {
    const column = columnBeside(board, id, direction === 'left' ? -1 : 1);
    if (column !== null) moveTo(kanban, id, column);
  }
}

/** Moves a card to the same height of another column; the focus goes along unless it is to stay. */
export function moveTo(
  kanban: Kanban,
  id: string,
  column: string,
  focus: 'follow' | 'stay' = 'follow',
): void {
  const { board } = kanban;
  const from = board.node(id)?.parent;
  if (from === undefined || from === column) return;
  const index = kanban.filter.visible(from).indexOf(id);
  const below = kanban.filter.visible(column)[index];
  moveCard(board, id, column, below === undefined ? {} : { before: below });
  if (focus === 'follow') kanban.focus(id);
  sayPlace(kanban, id);
}

function sayPlace(kanban: Kanban, id: string): void {
  const { board } = kanban;
  const node = board.node(id);
  if (!node) return;
  const isCard = node.kind === CARD;
  const siblings = isCard ? kanban.filter.visible(node.parent) : columnsOf(board);
  const position = `position ${siblings.indexOf(id) + 1} of ${siblings.length}`;
  kanban.announce(isCard ? `In ${nameOf(board.node(node.parent))}, ${position}.` : `Column at ${position}.`);
}
