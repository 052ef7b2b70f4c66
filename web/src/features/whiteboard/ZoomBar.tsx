import MapIcon from 'lucide-react/icons/map';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Redo from 'lucide-react/icons/redo-2';
import Undo from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { useMedia, WIDE } from '@/lib/media';
import { browserStorage } from '@/lib/storage';
import { redo, undo } from '@/lib/undo-change';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import { showAll, showSelection, zoomBy, zoomTo } from './actions';
import { useSightPart, useWhiteboard } from './context';
import { MiniMap } from './MiniMap';

const KEY = 'tandem.minimap';

/** How near one looks, and where; with a small map of everything. */
export function ZoomBar() {
  const whiteboard = useWhiteboard();
  const isWide = useMedia(WIDE);
  const [hasMap, setHasMap] = useState(() => browserStorage().getItem(KEY) !== 'off');
  const toggle = () => {
    browserStorage().setItem(KEY, hasMap ? 'off' : 'on');
    setHasMap(!hasMap);
  };
  if (!isWide) return whiteboard.canEdit ? <UndoBar /> : null;
  return (
    <div className="absolute right-3 bottom-3 z-10 flex flex-col items-end gap-2">
      {hasMap ? <MiniMap /> : null}
      <div className="flex items-center rounded-lg bg-raised p-0.5 shadow-float">
        <IconButton
          label={hasMap ? 'Hide the map' : 'Show the map'}
          aria-pressed={hasMap}
          tooltipSide="top"
          icon={<MapIcon size={15} />}
          onClick={toggle}
        />
        <IconButton
          label="Zoom out"
          shortcut="mod+-"
          tooltipSide="top"
          icon={<Minus size={15} />}
          onClick={() => zoomBy(whiteboard, -1)}
        />
        <ZoomMenu />
        <IconButton
          label="Zoom in"
          shortcut="mod+="
          tooltipSide="top"
          icon={<Plus size={15} />}
          onClick={() => zoomBy(whiteboard, 1)}
        />
      </div>
    </div>
  );
}

function ZoomMenu() {
  const whiteboard = useWhiteboard();
  const percent = useSightPart(({ zoom }) => Math.round(zoom * 100));
  const items = [
    { id: 'full', label: '100 %', shortcut: 'mod+0', onSelect: () => zoomTo(whiteboard, 1) },
    { id: 'half', label: '50 %', onSelect: () => zoomTo(whiteboard, 0.5) },
    { id: 'double', label: '200 %', onSelect: () => zoomTo(whiteboard, 2) },
    { id: 'line', separator: true as const },
    { id: 'all', label: 'Show everything', shortcut: 'mod+1', onSelect: () => showAll(whiteboard) },
    {
      id: 'selection',
      label: 'Show the selection',
      shortcut: 'mod+2',
      onSelect: () => showSelection(whiteboard),
    },
  ];
  return (
    <Menu label="Zoom" items={items} side="top" align="center">
      {(trigger) => (
        <Button
          {...trigger}
          variant="ghost"
          size="md"
          aria-label={`Zoom: ${percent} %`}
          className="w-16 px-0!"
        >
          {percent} %
        </Button>
      )}
    </Menu>
  );
}

/** On a phone there are no keys for it. */
function UndoBar() {
  const { board } = useWhiteboard();
  return (
    <div className="absolute top-2 right-2 z-10 flex rounded-lg bg-raised p-0.5 shadow-float">
      <IconButton label="Undo" icon={<Undo size={17} />} onClick={() => void undo(board)} />
      <IconButton label="Redo" icon={<Redo size={17} />} onClick={() => void redo(board)} />
    </div>
  );
}
