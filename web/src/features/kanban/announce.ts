import type { DropTarget } from '@/lib/drag/drag';
import { CARD, columnsOf, nameOf, quoted, type Shape, titleOf } from './model';

/** Says what is carried by keys and where it is, for those who do not see it. */
export interface Words {
  lifted(target: DropTarget): string;
  moved(target: DropTarget): string;
  dropped(target: DropTarget): string;
  cancelled(target: DropTarget): string;
}

export function wordsFor(board: Shape, id: string, visible: (column: string) => readonly string[]): Words {
  const node = board.node(id);
  const isCard = node?.kind === CARD;
  const name = isCard ? `Card ${quoted(titleOf(node))}` : `Column ${quoted(nameOf(node))}`;
  const keys = 'Arrow keys move it, Space drops it, Escape puts it back.';
  const where = ({ list, gap }: DropTarget) => {
    const siblings = isCard ? visible(list) : columnsOf(board);
    const count = siblings.filter((sibling) => sibling !== id).length + 1;
    const position = `position ${gap + 1} of ${count}`;
    return isCard ? `in ${nameOf(board.node(list))}, ${position}` : position;
  };
  return {
    lifted: (target) => `${name} lifted, ${where(target)}. ${keys}`,
    moved: (target) => `${capital(where(target))}.`,
    dropped: (target) => `${name} dropped ${where(target)}.`,
    cancelled: (target) => `Move cancelled. ${name} is back ${where(target)}.`,
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
