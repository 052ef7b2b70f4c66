import { type Node, ReactFlow, type ReactFlowInstance } from '@xyflow/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** A page with nothing but xyflow and plain nodes, to compare with. */
const { nodes } = window as unknown as { nodes: Node[] };
const options = {
  panOnScroll: true,
  zoomOnDoubleClick: false,
  minZoom: 0.05,
  onlyRenderVisibleElements: true,
  nodesConnectable: false,
  onInit: ({ fitView }: ReactFlowInstance) => Object.assign(window, { fitView }),
};
const root = document.getElementById('root');
if (root) createRoot(root).render(createElement(ReactFlow, { defaultNodes: nodes, ...options }));
