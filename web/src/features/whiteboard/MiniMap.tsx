import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useScene, useWhiteboard } from './context';
import { boundsOf, type Rect } from './geometry';
import { boxOf } from './model';
import type { Whiteboard } from './whiteboard';

const SIZE = { w: 184, h: 120 };
const MARGIN = 8;
/** How long a change may be missing from the map. */
const PAINT_AFTER_MS = 250;

/** A small picture of everything, with a frame around what is in sight; pressing it goes there. */
export function MiniMap() {
  const whiteboard = useWhiteboard();
  const { flow: drawn } = useScene();
  const picture = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where things are changes with what is drawn.
  const bounds = useMemo(() => boundsOf(whiteboard.places.rects.values()), [whiteboard, drawn]);
  usePicture(picture, whiteboard, bounds);
  // Moved by hand: the view moves with every frame, and nothing else here does.
  useLayoutEffect(() => {
    const follow = () => bounds && arrange(picture.current, frame.current, bounds, whiteboard.view());
    follow();
    return whiteboard.subscribeSight(follow);
  }, [whiteboard, bounds]);
  if (!bounds) return null;
  const go = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const { scale, x, y } = fitted(boundsOf([bounds, whiteboard.view()]) ?? bounds);
    const at = { x: (event.clientX - box.left - x) / scale, y: (event.clientY - box.top - y) / scale };
    void whiteboard.flow?.setCenter(at.x, at.y, { zoom: whiteboard.zoom });
  };
  return (
    <div
      aria-hidden="true"
      data-minimap=""
      className="relative cursor-pointer touch-none overflow-hidden rounded-lg bg-raised shadow-float"
      style={{ width: SIZE.w, height: SIZE.h }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={go}
    >
      <canvas ref={picture} width={0} className="absolute top-0 left-0 origin-top-left" />
      <div
        ref={frame}
        className="absolute top-0 left-0 rounded-xs border-[1.5px] border-accent bg-accent/8"
      />
    </div>
  );
}

/** Puts the picture and the frame where they belong when everything and the view have room. */
function arrange(picture: HTMLElement | null, frame: HTMLElement | null, bounds: Rect, view: Rect): void {
  if (!picture || !frame) return;
  const { scale, x, y } = fitted(boundsOf([bounds, view]) ?? bounds);
  const own = fitted(bounds).scale;
  picture.style.width = `${bounds.w * own}px`;
  picture.style.height = `${bounds.h * own}px`;
  picture.style.transform = `translate(${bounds.x * scale + x}px, ${bounds.y * scale + y}px) scale(${scale / own})`;
  frame.style.transform = `translate(${view.x * scale + x}px, ${view.y * scale + y}px)`;
  frame.style.width = `${view.w * scale}px`;
  frame.style.height = `${view.h * scale}px`;
}

/** Paints everything there is, a moment after it has changed. */
function usePicture(
  picture: RefObject<HTMLCanvasElement | null>,
  whiteboard: Whiteboard,
  bounds: Rect | null,
): void {
  const { flow: drawn } = useScene();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is painted when what is drawn has changed.
  useEffect(() => {
    const paintNow = () => {
      if (picture.current && bounds) paint(picture.current, whiteboard, bounds, fitted(bounds).scale);
    };
    if (picture.current?.width === 0) paintNow();
    const timer = window.setTimeout(paintNow, PAINT_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [drawn, bounds]);
}

/** Returns how a part of the board fits into the map. */
function fitted(all: Rect): { readonly scale: number; readonly x: number; readonly y: number } {
  const scale = Math.min(
    (SIZE.w - 2 * MARGIN) / Math.max(1, all.w),
    (SIZE.h - 2 * MARGIN) / Math.max(1, all.h),
  );
  return {
    scale,
    x: (SIZE.w - all.w * scale) / 2 - all.x * scale,
    y: (SIZE.h - all.h * scale) / 2 - all.y * scale,
  };
}

function paint(canvas: HTMLCanvasElement, { places, board }: Whiteboard, bounds: Rect, scale: number): void {
  const ratio = devicePixelRatio * scale;
  canvas.width = Math.max(1, Math.ceil(bounds.w * ratio));
  canvas.height = Math.max(1, Math.ceil(bounds.h * ratio));
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(ratio, 0, 0, ratio, -bounds.x * ratio, -bounds.y * ratio);
  const style = getComputedStyle(canvas);
  const [ground, solid] = [style.getPropertyValue('--hover'), style.getPropertyValue('--line-strong')];
  for (const [id, { x, y, w, h }] of places.rects) {
    context.fillStyle = boxOf(board, id)?.kind === 'frame' ? ground : solid;
    context.fillRect(x, y, Math.max(w, 1 / scale), Math.max(h, 1 / scale));
  }
}
