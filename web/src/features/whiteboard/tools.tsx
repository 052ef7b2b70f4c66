import Frame from 'lucide-react/icons/frame';
import Hand from 'lucide-react/icons/hand';
import MousePointer from 'lucide-react/icons/mouse-pointer-2';
import Spline from 'lucide-react/icons/move-up-right';
import Shapes from 'lucide-react/icons/shapes';
import StickyNote from 'lucide-react/icons/sticky-note';
import Type from 'lucide-react/icons/type';
import type { ReactNode } from 'react';
import type { Tool } from './ui-state';

interface ToolInfo {
  readonly tool: Tool;
  readonly label: string;
  readonly shortcut: string;
  readonly icon: ReactNode;
}

export const TOOLS: readonly ToolInfo[] = [
  { tool: 'select', label: 'Select', shortcut: 'v', icon: <MousePointer size={18} /> },
  { tool: 'hand', label: 'Move the view', shortcut: 'h', icon: <Hand size={18} /> },
  { tool: 'note', label: 'Note', shortcut: 'n', icon: <StickyNote size={18} /> },
  { tool: 'shape', label: 'Shape', shortcut: 's', icon: <Shapes size={18} /> },
  { tool: 'text', label: 'Text', shortcut: 't', icon: <Type size={18} /> },
  { tool: 'connector', label: 'Connector', shortcut: 'c', icon: <Spline size={18} /> },
  { tool: 'frame', label: 'Frame', shortcut: 'f', icon: <Frame size={18} /> },
];
