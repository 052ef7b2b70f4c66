import { ReactFlow, ReactFlowProvider, SelectionMode, useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { openMenuAt, showAtFirst } from './actions';
import { FARTHEST, NEAREST } from './bars';
import { NODE_TYPES } from './boxes';
import { Connectors } from './Connectors';
import { Carry } from './carry';
import { useScene, useUi, useWhiteboard } from './context';
import { Ghosts } from './Ghosts';
import { Overlay } from './Overlay';
import type { FlowNode } from './scene';

/** How far apart the dots on the canvas are, and how near to each other on the screen at most. */
const GRID = 24;
const CLOSEST = 18;
const ADDING_KEYS = ['Meta', 'Control', 'Shift'];
const MIDDLE_BUTTON = [1];

/** The surface on which everything lies. */
export default function Canvas() {
  return (
    <ReactFlowProvider>
      <Flow />
    </ReactFlowProvider>
  );
}

function Flow() {
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
        showAtFirst(whiteboard);
      }}
      onNodesChange={(changes) => carry.hear(changes)}
      onNodeDragStart={(event) => carry.start(event)}
      onNodeDrag={(event) => carry.follow(event)}
      onNodeDragStop={() => carry.end()}
      onNodeClick={(_, { id }) => {
        if (whiteboard.ui.getState().isSeveral) whiteboard.toggle(id);
      }}
      onNodeDoubleClick={(_, { id }) => {
        if (!whiteboard.ui.getState().isSeveral) whiteboard.write(id);
      }}
      onNodeContextMenu={(event, { id }) => {
        const { selection, isSeveral } = whiteboard.ui.getState();
        if (!selection.has(id)) whiteboard.select(isSeveral ? [...selection, id] : [id]);
        openMenuAt(whiteboard, event);
      }}
      onPaneContextMenu={(event) => openMenuAt(whiteboard, event)}
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
      minZoom={FARTHEST}
      maxZoom={NEAREST}
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
      <Connectors />
      <Ghosts />
      <Overlay />
      <SightTeller />
    </ReactFlow>
  );
}

/** Tells the rest what is in sight, and the style sheet how large a pixel is, so that rings stay as thin as they are. */
function SightTeller() {
  const whiteboard = useWhiteboard();
  const store = useStoreApi();
  const grid = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tell = ({ transform: [x, y, zoom], width, height }: ReturnType<typeof store.getState>) => {
      const isZoom = zoom !== whiteboard.zoom;
      if (isZoom) whiteboard.surface?.style.setProperty('--wb-zoom', String(zoom));
      // Dots that come too near to each other are thinned out. Moving them costs no painting.
      const gap = GRID * zoom * 2 ** Math.max(0, Math.ceil(Math.log2(CLOSEST / (GRID * zoom))));
      const style = grid.current?.style;
      if (style && isZoom) style.backgroundSize = `${gap}px ${gap}px`;
      if (style) style.transform = `translate(${x % gap}px, ${y % gap}px)`;
      whiteboard.see({ x, y, zoom, width, height });
    };
    tell(store.getState());
    return store.subscribe((state, before) => {
      const isSame =
        state.transform === before.transform &&
        state.width === before.width &&
        state.height === before.height;
      if (!isSame) tell(state);
    });
  }, [whiteboard, store]);
  return <div ref={grid} className="wb-grid" />;
}
