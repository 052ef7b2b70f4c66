import type { MouseEvent, PointerEvent } from 'react';
import { drawBox, drawConnector, putBox } from './gestures';
import type { Whiteboard } from './whiteboard';

/** What the pointer does on the surface when a tool is in the hand. */
export function toolPointer(whiteboard: Whiteboard) {
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      whiteboard.isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
      whiteboard.isDrawing = false;
    },
    onPointerDown: (event: PointerEvent) => {
      const { tool, editing } = whiteboard.ui.getState();
      const isOnCanvas =
        event.target instanceof Element && event.target.closest('.react-flow__renderer') !== null;
      if (event.button !== 0 || tool === 'select' || tool === 'hand' || !isOnCanvas || editing !== null)
        return;
      whiteboard.isDrawing = true;
      // The keys go to the canvas, and no mouse press follows that would take them elsewhere.
      event.preventDefault();
      whiteboard.surface?.focus({ preventScroll: true });
      if (tool !== 'connector') {
        drawBox(whiteboard, tool, event);
        return;
      }
      const box = whiteboard.places.at(whiteboard.toBoard(event));
      if (box) drawConnector(whiteboard, box.id, event);
    },
    onDoubleClick: (event: MouseEvent) => {
      const isEmpty = event.target instanceof Element && event.target.matches('.react-flow__pane');
      if (isEmpty && whiteboard.canEdit && whiteboard.ui.getState().tool === 'select')
        putBox(whiteboard, 'note', whiteboard.toBoard(event));
    },
  };
}
