import LayoutTemplate from 'lucide-react/icons/layout-template';
import { lazy, useCallback, useState } from 'react';
import { IconButton } from '@/ui/IconButton';
import { OverlayBoundary } from '@/ui/OverlayBoundary';
import { ChatButton } from './ChatButton';
import { useUi, useWhiteboard } from './context';
import type { Drawing } from './drawing-file';
import { EmptyBoard } from './EmptyBoard';
import { ExportMenu } from './ExportMenu';
import { DropHint, InsertButton, InsertProgress } from './Files';
import { Others } from './Others';
import { usePresence } from './presence';
import { SelectionBar } from './SelectionBar';
import { SelectionMenu } from './SelectionMenu';
import { useClipboard } from './use-clipboard';
import { useFileDrop, useInserting } from './use-files';
import { ZoomBar } from './ZoomBar';
import './extras.css';

const TemplatesDialog = lazy(() => import('./TemplatesDialog'));
const MermaidDialog = lazy(() => import('./MermaidDialog'));

type Dialog = { readonly kind: 'templates' } | { readonly kind: 'mermaid'; readonly source: string };

/** What stands around the canvas and comes a moment after it. */
export default function Extras({ title }: { title: string }) {
  const whiteboard = useWhiteboard();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = useCallback(() => setDialog(null), []);
  usePresence(whiteboard);
  const { inserting, insertFiles, insertPasted } = useInserting(whiteboard);
  const isOver = useFileDrop(whiteboard, insertFiles);
  const onDrawing = useCallback(
    (drawing: Drawing) =>
      drawing.format === 'mermaid'
        ? setDialog({ kind: 'mermaid', source: drawing.content })
        : insertPasted(drawing),
    [insertPasted],
  );
  useClipboard(whiteboard, onDrawing, insertFiles);
  return (
    <>
      <EmptyBoard onTemplates={() => setDialog({ kind: 'templates' })} />
      <Others />
      <SelectionBar />
      <ZoomBar />
      <ContextMenu />
      <ChatButton />
      <div className="absolute top-2 left-2 z-10 flex rounded-lg bg-raised p-0.5 shadow-float md:top-3 md:left-3">
        {whiteboard.canEdit ? (
          <IconButton
            label="Templates"
            icon={<LayoutTemplate size={16} />}
            onClick={() => setDialog({ kind: 'templates' })}
          />
        ) : null}
        {whiteboard.canEdit ? <InsertButton onFiles={insertFiles} /> : null}
        <ExportMenu title={title} />
      </div>
      {isOver ? <DropHint /> : null}
      {inserting === null ? null : <InsertProgress name={inserting} />}
      {dialog ? (
        <OverlayBoundary onFail={close}>
          {dialog.kind === 'templates' ? (
            <TemplatesDialog onClose={close} />
          ) : (
            <MermaidDialog source={dialog.source} onClose={close} />
          )}
        </OverlayBoundary>
      ) : null}
    </>
  );
}

function ContextMenu() {
  const { ui } = useWhiteboard();
  const menu = useUi((state) => state.menu);
  if (!menu) return null;
  return (
    <SelectionMenu
      key={`${menu.anchor.left} ${menu.anchor.top}`}
      label="Whiteboard"
      anchor={menu.anchor}
      onClose={() => ui.setState({ menu: null })}
    />
  );
}
