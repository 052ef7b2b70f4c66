import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useMedia, WIDE } from '@/lib/media';
import { IconButton } from '@/ui/IconButton';
import { duplicateSelected, removeSelected } from './actions';
import { TOUCH } from './bars';
import { ColorMenu } from './ColorMenu';
import { type Chosen, chosenOf, shared } from './chosen';
import { useLines, useScene, useSight, useUi, useWhiteboard } from './context';
import { recolour, reshape, resizeText } from './edits';
import { GeoIcon, GeoMenu } from './GeoMenu';
import { SelectionMenu } from './SelectionMenu';
import { SeveralStart, SeveralSwitch } from './SeveralSwitch';
import { TextSizeMenu } from './TextSizeMenu';

/** What can be done with what is selected: above it, or on a phone above the tools. */
export function SelectionBar() {
  const whiteboard = useWhiteboard();
  const { flow } = useScene();
  useLines();
  const isTouch = useMedia(TOUCH);
  const selection = useUi((state) => state.selection);
  const isBusy = useUi(
    ({ draft, drawing, linking, tool, editing }) =>
      (draft.size > 0 && editing === null) || drawing !== null || linking !== null || tool !== 'select',
  );
  const ids = [...selection];
  const bounds = whiteboard.boundsOf(ids);
  if (!whiteboard.canEdit || isBusy) return null;
  if (!bounds)
    return isTouch && flow.length > 1 ? <Foot label="Selecting" content={<SeveralStart />} /> : null;
  const chosen = chosenOf(whiteboard.board, ids);
  return (
    <Place bounds={bounds}>
      {isTouch ? <SeveralSwitch /> : null}
      <Controls chosen={chosen} />
    </Place>
  );
}

const LOOK = 'absolute z-10 flex items-center gap-0.5 rounded-lg bg-raised p-1 shadow-float';

/** A bar above the tools. */
function Foot({ label, content }: { label: string; content: ReactNode }) {
  return (
    <div
      role="toolbar"
      aria-label={label}
      className={`${LOOK} bottom-[calc(4.75rem+env(safe-area-inset-bottom))] left-1/2 max-w-[calc(100%-1rem)] -translate-x-1/2`}
    >
      {content}
    </div>
  );
}

/** What is kept free between the bar and what it belongs to. */
const GAP = 30;
const HEIGHT = 44;

function Place({
  bounds,
  children,
}: {
  bounds: { x: number; y: number; w: number; h: number };
  children: ReactNode;
}) {
  const { x, y, zoom, width, height } = useSight();
  const isWide = useMedia(WIDE);
  if (!isWide) return <Foot label="Selection" content={children} />;
  const middle = Math.max(150, Math.min(width - 150, (bounds.x + bounds.w / 2) * zoom + x));
  const above = bounds.y * zoom + y - GAP - HEIGHT;
  const below = (bounds.y + bounds.h) * zoom + y + GAP;
  const top = above >= 8 ? above : below + HEIGHT < height - 72 ? below : 8;
  return (
    <div
      role="toolbar"
      aria-label="Selection"
      className={LOOK}
      style={{
        left: Math.round(middle),
        top: Math.round(Math.min(top, height - 120)),
        transform: 'translateX(-50%)',
      }}
    >
      {children}
    </div>
  );
}

function Controls({ chosen }: { chosen: Chosen }) {
  const whiteboard = useWhiteboard();
  const { board } = whiteboard;
  const { ids, boxes, color, areShapes, areTexts } = chosen;
  const [only] = ids;
  const geo = shared(boxes.map((box) => box.geo));
  return (
    <>
      <ColorMenu current={color} side="top" onSelect={(next) => recolour(board, ids, next)} />
      {areShapes ? (
        <GeoMenu
          label="Shape"
          icon={<GeoIcon geo={geo ?? 'rectangle'} size={18} />}
          current={geo}
          side="top"
          onSelect={(next) => reshape(board, ids, next, (id) => whiteboard.sizeWith(id, { geo: next }))}
        />
      ) : null}
      {areTexts ? (
        <TextSizeMenu
          current={shared(boxes.map((box) => box.size))}
          onSelect={(size) => resizeText(board, ids, size, (id) => whiteboard.sizeWith(id, { size }))}
        />
      ) : null}
      {ids.length === 1 && only !== undefined ? (
        <IconButton
          label={writeLabel(chosen)}
          shortcut="enter"
          tooltipSide="top"
          icon={<Pencil size={16} />}
          onClick={() => whiteboard.write(only)}
        />
      ) : null}
      <span aria-hidden="true" className="mx-0.5 h-5 w-px bg-line" />
      {boxes.length > 0 ? (
        <IconButton
          label="Duplicate"
          shortcut="mod+d"
          tooltipSide="top"
          icon={<Copy size={16} />}
          onClick={() => duplicateSelected(whiteboard)}
        />
      ) : null}
      <IconButton
        label="Delete"
        shortcut="delete"
        tooltipSide="top"
        icon={<Trash size={16} />}
        onClick={() => removeSelected(whiteboard)}
      />
      <More />
    </>
  );
}

function writeLabel({ boxes: [box] }: Chosen): string {
  return box === undefined ? 'Label' : box.kind === 'frame' ? 'Rename' : 'Write';
}

function More() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <IconButton
        label="More"
        tooltipSide="top"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        icon={<Ellipsis size={16} />}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      />
      {anchor ? <SelectionMenu label="Selection" anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}
