import { useCommands } from '@/lib/commands';
import { redo, undo } from '@/lib/undo-change';
import { selectAll, showAll, showSelection, zoomTo } from './actions';
import type { ChatDoor } from './context';
import { middleOf } from './geometry';
import { putBox } from './gestures';
import type { BoxKind } from './model';
import type { Whiteboard } from './whiteboard';

const GROUP = 'Whiteboard';

/** Offers what can be done on the canvas in the palette. */
export function useCanvasCommands(whiteboard: Whiteboard, chat: ChatDoor): void {
  const { board } = whiteboard;
  const add = (kind: BoxKind, label: string) => ({
    id: `whiteboard.${kind}`,
    label,
    group: GROUP,
    run: () => void putBox(whiteboard, kind, middleOf(whiteboard.view())),
  });
  const views = [
    {
      id: 'whiteboard.chat',
      label: 'Chat with an agent about this board',
      group: GROUP,
      shortcut: 'shift+c',
      keywords: ['agent', 'session', 'ask', 'claude'],
      run: () => chat.open(),
    },
    {
      id: 'whiteboard.all',
      label: 'Select all',
      group: GROUP,
      shortcut: 'mod+a',
      run: () => selectAll(whiteboard),
    },
    {
      id: 'whiteboard.fit',
      label: 'Show everything',
      group: GROUP,
      shortcut: 'mod+1',
      run: () => showAll(whiteboard),
    },
    {
      id: 'whiteboard.selection',
      label: 'Show the selection',
      group: GROUP,
      shortcut: 'mod+2',
      run: () => showSelection(whiteboard),
    },
    {
      id: 'whiteboard.zoom',
      label: 'Zoom to 100 %',
      group: GROUP,
      shortcut: 'mod+0',
      run: () => zoomTo(whiteboard, 1),
    },
  ];
  const edits = [
    add('note', 'New note'),
    add('shape', 'New shape'),
    add('text', 'New text'),
    add('frame', 'New frame'),
    { id: 'whiteboard.undo', label: 'Undo', group: GROUP, shortcut: 'mod+z', run: () => void undo(board) },
    {
      id: 'whiteboard.redo',
      label: 'Redo',
      group: GROUP,
      shortcut: 'mod+shift+z',
      run: () => void redo(board),
    },
  ];
  useCommands(whiteboard.canEdit ? [...edits, ...views] : views);
}
