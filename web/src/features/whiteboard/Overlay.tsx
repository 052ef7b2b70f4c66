import { useStore, ViewportPortal } from '@xyflow/react';
import type { PointerEvent } from 'react';
import { useLines, useScene, useUi, useWhiteboard } from './context';
import type { Rect } from './geometry';
import { carryEnd, drawConnector } from './gestures';
import { arrowOf, pathOf } from './lines';
import { type Box, boxOf } from './model';
import { outline } from './outline';
import { type Handle, resizeBox } from './resize';
import { StandIns } from './StandIns';

/** What a hand sees on top of everything: handles, lines of alignment, and what it is about to draw. */
export function Overlay() {
  return (
    <ViewportPortal>
      <div className="wb-overlay">
        <StandIns />
        <svg className="wb-lines" aria-hidden="true" width={1} height={1}>
          <Guides />
          <Drawing />
          <Linking />
          <LineEnds />
        </svg>
        <BoxHandles />
      </div>
    </ViewportPortal>
  );
}

function Guides() {
  const guides = useUi((state) => state.guides);
  return guides.map(({ axis, at, from, to }) => {
    const ends = axis === 'x' ? { x1: from, x2: to, y1: at, y2: at } : { x1: at, x2: at, y1: from, y2: to };
    return <line key={`${axis} ${at}`} className="wb-guide" {...ends} />;
  });
}

function Drawing() {
  const drawing = useUi((state) => state.drawing);
  const [tool, geo] = [useUi((state) => state.tool), useUi((state) => state.geo)];
  if (!drawing) return null;
  const d = outline(tool === 'shape' ? geo : 'rectangle', drawing);
  return <path className="wb-drawing" d={d} transform={`translate(${drawing.x} ${drawing.y})`} />;
}

function Linking() {
  const { places } = useWhiteboard();
  const linking = useUi((state) => state.linking);
  if (!linking) return null;
  const target = linking.target === null ? null : places.rects.get(linking.target);
  return (
    <g className="wb-connector tint-black" data-selected="">
      {target ? (
        <rect className="wb-target" x={target.x} y={target.y} width={target.w} height={target.h} rx={8} />
      ) : null}
      <path className="wb-line" d={pathOf(linking.points)} />
      <path className="wb-arrow" d={arrowOf(linking.points)} />
    </g>
  );
}

/** The ends of the only selected connector, to be carried elsewhere. */
function LineEnds() {
  const whiteboard = useWhiteboard();
  const lines = useLines();
  const only = useUi(onlySelected);
  const isCarried = useUi(({ linking }) => linking !== null);
  const line = only === null ? undefined : lines.get(only);
  if (!line || !whiteboard.canEdit || isCarried) return null;
  const { id } = line.connector;
  return (['from', 'to'] as const).map((end) => {
    const point = line.points.at(end === 'from' ? 0 : -1);
    const start = (event: PointerEvent) => {
      event.stopPropagation();
      whiteboard.isDrawing = true;
      carryEnd(whiteboard, id, end, event);
    };
    return point ? (
      <circle
        key={end}
        className="wb-end nopan"
        data-end={end}
        cx={point.x}
        cy={point.y}
        r={6 / whiteboard.zoom}
        onPointerDown={start}
      />
    ) : null;
  });
}

/** What is smaller on the screen would be hidden by its handles. */
const TINY = 48;

const CORNERS: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 1 },
  { x: 1, y: 1 },
];
/** A text is as high as its words. */
const SIDES: readonly Handle[] = [
  { x: -1, y: 0 },
  { x: 1, y: 0 },
];

/** What the only selected box is made larger with, and what connectors are drawn from. */
function BoxHandles() {
  const whiteboard = useWhiteboard();
  useScene();
  const only = useUi(onlySelected);
  const isBusy = useUi(
    ({ editing, linking, tool }) => editing !== null || linking !== null || tool !== 'select',
  );
  const box = only === null ? null : boxOf(whiteboard.board, only);
  const place = only === null ? undefined : whiteboard.places.rects.get(only);
  const isTiny = useStore(({ transform }) => !place || Math.max(place.w, place.h) * transform[2] < TINY);
  if (!whiteboard.canEdit || isBusy || isTiny || !box || !place) return null;
  return (
    <div
      className="absolute"
      style={{ transform: `translate(${place.x}px, ${place.y}px)`, width: place.w, height: place.h }}
    >
      {(box.kind === 'text' ? SIDES : CORNERS).map((handle) => (
        <div
          key={`${handle.x} ${handle.y}`}
          className="wb-handle nodrag nopan"
          data-handle={`${handle.x} ${handle.y}`}
          style={{
            left: handle.x < 0 ? 0 : '100%',
            top: `${50 + 50 * handle.y}%`,
            cursor: cursorFor(handle),
          }}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.stopPropagation();
            event.preventDefault();
            whiteboard.isDrawing = true;
            resizeBox(whiteboard, box.id, handle, event);
          }}
        />
      ))}
      <Dots box={box} place={place} />
    </div>
  );
}

function cursorFor({ x, y }: Handle): string {
  return y === 0 ? 'ew-resize' : x === y ? 'nwse-resize' : 'nesw-resize';
}

/** How far outside of a box its dots are, on the screen. */
const DOT_GAP = 20;

function Dots({ box, place }: { box: Box; place: Rect }) {
  const whiteboard = useWhiteboard();
  const isHeld = useUi(({ draft }) => draft.size > 0);
  if (isHeld) return null;
  const gap = `calc(${DOT_GAP}px / var(--wb-zoom))`;
  const spots = {
    top: { left: place.w / 2, top: `calc(-1 * ${gap})` },
    right: { left: `calc(100% + ${gap})`, top: place.h / 2 },
    bottom: { left: place.w / 2, top: `calc(100% + ${gap})` },
    left: { left: `calc(-1 * ${gap})`, top: place.h / 2 },
  };
  return Object.entries(spots).map(([side, style]) => (
    <div
      key={side}
      className="wb-dot nodrag nopan"
      data-dot={side}
      style={style}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.stopPropagation();
        event.preventDefault();
        whiteboard.isDrawing = true;
        drawConnector(whiteboard, box.id, event);
      }}
    />
  ));
}

function onlySelected({ selection }: { readonly selection: ReadonlySet<string> }): string | null {
  const [only] = selection;
  return selection.size === 1 ? (only ?? null) : null;
}
