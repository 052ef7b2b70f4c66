import { Background, ReactFlow, SelectionMode, useStore } from '@xyflow/react';
import { type MouseEvent, type PointerEvent, useEffect, useMemo } from 'react';
import { NODE_TYPES } from './boxes';
import { Connectors } from './Connectors';
import { Carry } from './carry';
import { useScene, useUi, useWhiteboard } from './context';
import { Ghosts } from './Ghosts';
import { drawBox, drawConnector, putBox } from './gestures';
import { Overlay } from './Overlay';
import type { FlowNode } from './scene';
import type { Whiteboard } from './whiteboard';

const ADDING_KEYS = ['Meta', 'Control', 'Shift'];
const MIDDLE_BUTTON = [1];

/** The surface on which everything lies. */
export function Canvas() {
  const whiteboard = useWhiteboard();
  const { flow } = useScene();
  const carry = useMemo(() => new Carry(whiteboard), [whiteboard]);
  const tool = useUi((state) => state.tool);
  const isSelecting = tool === 'select';
  const canDrag = whiteboard.canEdit && isSelecting;
  return (
    <ReactFlow<FlowNode>
      nodes={flow as FlowNode[]}
      nodeTypes={NODE_TYPES}
      onInit={(instance) => {
        whiteboard.flow = instance;
      }}
      onNodesChange={(changes) => carry.hear(changes)}
      onNodeDragStart={(event) => carry.start(event)}
      onNodeDrag={(event) => carry.follow(event)}
      onNodeDragStop={() => carry.end()}
      onNodeDoubleClick={(_, { id }) => whiteboard.write(id)}
      onPaneClick={() => {
        if (!whiteboard.isDrawing) whiteboard.select([], { menu: null });
      }}
      nodesDraggable={canDrag}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={isSelecting}
      selectionOnDrag={isSelecting}
      selectionMode={SelectionMode.Partial}
      panOnDrag={tool === 'hand' ? true : isSelecting ? MIDDLE_BUTTON : false}
      panOnScroll
      zoomOnDoubleClick={false}
      zoomOnPinch
      minZoom={0.05}
      maxZoom={4}
      nodeDragThreshold={0}
      paneClickDistance={4}
      selectionKeyCode={null}
      deleteKeyCode={null}
      multiSelectionKeyCode={ADDING_KEYS}
      disableKeyboardA11y
      autoPanOnNodeFocus={false}
      elevateNodesOnSelect={false}
      zIndexMode="manual"
      onlyRenderVisibleElements
      proOptions={{ hideAttribution: true }}
    >
      <Background gap={24} size={1.5} color="var(--line-strong)" />
      <Connectors />
      <Ghosts />
      <Overlay />
      <ZoomVariable />
    </ReactFlow>
  );
}

/** Tells the style sheet how large a pixel is, so that rings and handles stay as they are. */
function ZoomVariable() {
  const { surface } = useWhiteboard();
  const zoom = useStore(({ transform }) => transform[2]);
  useEffect(() => {
    surface?.style.setProperty('--wb-zoom', String(zoom));
  }, [surface, zoom]);
  return null;
}

/** What the pointer does on the surface when a tool is in the hand. */
export function useToolPointer(whiteboard: Whiteboard) {
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
