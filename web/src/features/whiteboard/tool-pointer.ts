import type { MouseEvent, PointerEvent, TouchEvent } from 'react';
import { drawAround, drawBox, drawConnector, putBox } from './gestures';
import type { Whiteboard } from './whiteboard';

/** What the pointer does on the surface when a tool is in the hand. */
export function toolPointer(whiteboard: Whiteboard) {
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      const { isSeveral } = whiteboard.ui.getState();
      whiteboard.isAdding = isSeveral || event.shiftKey || event.ctrlKey || event.metaKey;
      whiteboard.isDrawing = false;
      if (!isSeveral || !isOnPane(event) || event.button !== 0 || !event.isPrimary) return;
      // xyflow begins anew with each box that is drawn, and a finger draws none there.
      event.stopPropagation();
      drawAround(whiteboard, event);
    },
    onTouchStartCapture: (event: TouchEvent) => {
      // One finger draws; two still move the view.
      if (whiteboard.ui.getState().isSeveral && isOnPane(event) && event.touches.length === 1)
        event.stopPropagation();
    },
    onClickCapture: (event: MouseEvent) => {
      // A tap beside everything is no reason to begin anew.
      if (whiteboard.ui.getState().isSeveral && isOnPane(event)) event.stopPropagation();
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
      const { tool, isSeveral } = whiteboard.ui.getState();
      if (isOnPane(event) && whiteboard.canEdit && tool === 'select' && !isSeveral)
        putBox(whiteboard, 'note', whiteboard.toBoard(event));
    },
  };
}

function isOnPane({ target }: { readonly target: EventTarget }): boolean {
  return target instanceof Element && target.matches('.react-flow__pane');
}
