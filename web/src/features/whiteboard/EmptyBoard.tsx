import LayoutTemplate from 'lucide-react/icons/layout-template';
import MessagesSquare from 'lucide-react/icons/messages-square';
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click';
import type { ReactNode } from 'react';
import { useContext } from 'react';
import { useGhosts } from '@/lib/live-hooks';
import { Button } from '@/ui/Button';
import { ChatDoorContext, useScene, useUi, useWhiteboard } from './context';

/** What to do first on a board with nothing on it. */
export function EmptyBoard({ onTemplates }: { onTemplates: () => void }) {
  const { canEdit, board } = useWhiteboard();
  const isBeingDrawn = useGhosts(board).length > 0;
  const { flow } = useScene();
  const tool = useUi((state) => state.tool);
  const chat = useContext(ChatDoorContext);
  if (flow.length > 0 || isBeingDrawn || tool !== 'select') return null;
  if (!canEdit) return <Middle title="There is nothing on this board yet" />;
  return (
    <Middle title="An empty board">
      <ul className="mt-4 grid gap-3 text-left">
        <Way
          icon={<MousePointerClick size={16} />}
          text="Double-click anywhere to write a note, or take a tool below."
        />
        <Way
          icon={<LayoutTemplate size={16} />}
          text="Begin with a template: SWOT, retrospective, journey, flowchart."
        >
          <Button size="sm" onClick={onTemplates}>
            Templates
          </Button>
        </Way>
        <Way
          icon={<MessagesSquare size={16} />}
          text="Ask an agent to draw it. You watch, and go on where it stops."
        >
          <Button size="sm" onClick={() => chat.open()}>
            Chat
          </Button>
        </Way>
      </ul>
    </Middle>
  );
}

function Middle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-0 flex items-center justify-center p-6 pb-24">
      <div className="w-full max-w-110 text-center">
        <p className="text-lg font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}

function Way({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <li className="flex items-center gap-3 rounded-lg border bg-panel/80 p-3 shadow-card">
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-ink"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1 text-sm text-soft">{text}</span>
      {children ? <span className="pointer-events-auto shrink-0">{children}</span> : null}
    </li>
  );
}
