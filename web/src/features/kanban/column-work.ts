import { whatHappens } from '@/lib/column-words';
import { columnSettings } from '@/lib/columns';
import { columnsOf, nameOf, quoted, type Shape } from './model';

/** Says what happens to a card that is dropped into a column. */
export function dropSentence(board: Shape, column: string): string {
  const name = (id: string) => (board.node(id) ? quoted(nameOf(board.node(id))) : 'a column that is gone');
  return whatHappens(columnSettings(board.node(column)), name).join(' ');
}

/** Returns the column that a finished card is for next; null after the last. On merged work no agent is set again. */
export function nextColumn(board: Shape, column: string, isMerged: boolean): string | null {
  const { doneTo } = columnSettings(board.node(column));
  const columns = columnsOf(board);
  if (isMerged) {
    const after = columns.slice(columns.indexOf(column) + 1);
    return after.find((id) => columnSettings(board.node(id)).mode === null) ?? null;
  }
  const next = doneTo && board.node(doneTo) ? doneTo : columns[columns.indexOf(column) + 1];
  return next === undefined || next === column ? null : next;
}

/** Returns the name of the column that a finished card is for next. */
export function nextStep(board: Shape, column: string, isMerged: boolean): string | null {
  const next = nextColumn(board, column, isMerged);
  return next === null ? null : nameOf(board.node(next));
}
