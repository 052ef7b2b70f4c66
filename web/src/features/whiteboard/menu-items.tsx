import AlignHorizontal from 'lucide-react/icons/align-horizontal-space-around';
import BringToFront from 'lucide-react/icons/bring-to-front';
import ClipboardCopy from 'lucide-react/icons/clipboard-copy';
import Columns from 'lucide-react/icons/columns-3';
import Copy from 'lucide-react/icons/copy';
import Grid from 'lucide-react/icons/layout-grid';
import Maximize from 'lucide-react/icons/maximize';
import Rows from 'lucide-react/icons/rows-3';
import SendToBack from 'lucide-react/icons/send-to-back';
import StickyNote from 'lucide-react/icons/sticky-note';
import Trash from 'lucide-react/icons/trash-2';
import { attempt } from '@/lib/attempt';
import { arrangeObjects, type LayoutType } from '@/lib/whiteboard-api';
import type { MenuItem } from '@/ui/MenuList';
import { duplicateSelected, removeSelected, selectAll, showAll, showSelection, stack } from './actions';
import { putBox } from './gestures';
import { boxOf } from './model';
import { readingOrder } from './reading';
import type { Whiteboard } from './whiteboard';

/** Returns what the menu of some objects offers, or that of the empty canvas. */
export function menuItems(
  whiteboard: Whiteboard,
  ids: readonly string[],
  author: readonly MenuItem[],
): readonly MenuItem[] {
  if (ids.length === 0) return emptyItems(whiteboard);
  const edits = whiteboard.canEdit ? editItems(whiteboard, ids) : [];
  const remove: readonly MenuItem[] = [
    { id: 'line', separator: true },
    {
      id: 'delete',
      label: 'Delete',
      shortcut: 'delete',
      tone: 'danger',
      icon: <Trash size={15} />,
      onSelect: () => removeSelected(whiteboard),
    },
  ];
  return [
    ...edits,
    {
      id: 'copy',
      label: 'Copy',
      shortcut: 'mod+c',
      icon: <ClipboardCopy size={15} />,
      onSelect: () => void document.execCommand('copy'),
    },
    {
      id: 'show',
      label: 'Show the selection',
      shortcut: 'mod+2',
      icon: <Maximize size={15} />,
      onSelect: () => showSelection(whiteboard),
    },
    ...author,
    ...(whiteboard.canEdit ? remove : []),
  ];
}

function emptyItems(whiteboard: Whiteboard): readonly MenuItem[] {
  const { menu } = whiteboard.ui.getState();
  const at = menu?.at;
  const add: MenuItem[] =
    whiteboard.canEdit && at
      ? [
          {
            id: 'note',
            label: 'New note here',
            shortcut: 'n',
            icon: <StickyNote size={15} />,
            onSelect: () => putBox(whiteboard, 'note', at),
          },
          { id: 'line', separator: true },
        ]
      : [];
  return [
    ...add,
    { id: 'all', label: 'Select all', shortcut: 'mod+a', onSelect: () => selectAll(whiteboard) },
    { id: 'fit', label: 'Show everything', shortcut: 'mod+1', onSelect: () => showAll(whiteboard) },
  ];
}

const LAYOUTS: readonly {
  readonly type: LayoutType;
  readonly label: string;
  readonly icon: React.ReactNode;
}[] = [
  { type: 'grid', label: 'Arrange in a grid', icon: <Grid size={15} /> },
  { type: 'horizontal-row', label: 'Arrange in a row', icon: <Columns size={15} /> },
  { type: 'vertical-column', label: 'Arrange in a column', icon: <Rows size={15} /> },
  { type: 'even-spacing', label: 'Space evenly', icon: <AlignHorizontal size={15} /> },
];

function editItems(whiteboard: Whiteboard, ids: readonly string[]): readonly MenuItem[] {
  const { board } = whiteboard;
  const boxes = ids.filter((id) => boxOf(board, id));
  if (boxes.length === 0) return [];
  const order = new Map(readingOrder(board).map((id, index) => [id, index]));
  const arrange = (type: LayoutType) => {
    const inOrder = boxes.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    void attempt('Nothing was arranged', () => arrangeObjects(board.id, inOrder, type));
  };
  const layouts: MenuItem[] = LAYOUTS.map(({ type, label, icon }) => ({
    id: type,
    label,
    icon,
    onSelect: () => arrange(type),
  }));
  return [
    {
      id: 'duplicate',
      label: 'Duplicate',
      shortcut: 'mod+d',
      icon: <Copy size={15} />,
      onSelect: () => duplicateSelected(whiteboard),
    },
    {
      id: 'front',
      label: 'Bring to the front',
      shortcut: ']',
      icon: <BringToFront size={15} />,
      onSelect: () => stack(whiteboard, 'front'),
    },
    {
      id: 'back',
      label: 'Send to the back',
      shortcut: '[',
      icon: <SendToBack size={15} />,
      onSelect: () => stack(whiteboard, 'back'),
    },
    { id: 'line-layout', separator: true },
    ...(boxes.length > 1 ? [...layouts, { id: 'line-copy', separator: true } as const] : []),
  ];
}
