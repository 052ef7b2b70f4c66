import { type PointerEvent, useEffect, useRef } from 'react';
import { useScene, useSight, useWhiteboard } from './context';
import { boundsOf, type Rect } from './geometry';
import { boxOf } from './model';
import type { Whiteboard } from './whiteboard';

const SIZE = { w: 184, h: 120 };
const MARGIN = 8;

/** A small picture of everything, with a frame around what is in sight; pressing it goes there. */
export function MiniMap() {
  const whiteboard = useWhiteboard();
  const { flow: drawn } = useScene();
  const sight = useSight();
  const canvas = useRef<HTMLCanvasElement>(null);
  const fitted = fittedIn(whiteboard);
  const { scale, x, y } = fitted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture follows what is drawn and how it fits, not the view.
  useEffect(() => {
    const frame = requestAnimationFrame(() => canvas.current && paint(canvas.current, whiteboard, fitted));
    return () => cancelAnimationFrame(frame);
  }, [drawn, scale, x, y]);
  const go = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - box.left - x) / scale, y: (event.clientY - box.top - y) / scale };
    void whiteboard.flow?.setCenter(at.x, at.y, { zoom: sight.zoom });
  };
  const view = whiteboard.view();
  if (drawn.length === 0) return null;
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
      <canvas ref={canvas} className="size-full" />
      <div
        className="absolute top-0 left-0 rounded-xs border-[1.5px] border-accent bg-accent/8"
        style={{
          transform: `translate(${view.x * scale + x}px, ${view.y * scale + y}px)`,
          width: view.w * scale,
          height: view.h * scale,
        }}
      />
    </div>
  );
}

interface Fitted {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Returns how everything and what is in sight fit into the map. */
function fittedIn(whiteboard: Whiteboard): Fitted {
  const view = whiteboard.view();
  const all = boundsOf([...whiteboard.places.rects.values(), view]) ?? view;
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

function paint(canvas: HTMLCanvasElement, { places, board }: Whiteboard, { scale, x, y }: Fitted): void {
  const ratio = devicePixelRatio;
  canvas.width = SIZE.w * ratio;
  canvas.height = SIZE.h * ratio;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(scale * ratio, 0, 0, scale * ratio, x * ratio, y * ratio);
  const style = getComputedStyle(canvas);
  const [ground, solid] = [style.getPropertyValue('--hover'), style.getPropertyValue('--line-strong')];
  const draw = (rect: Rect, color: string) => {
    context.fillStyle = color;
    context.fillRect(rect.x, rect.y, Math.max(rect.w, 1 / scale), Math.max(rect.h, 1 / scale));
  };
  for (const [id, rect] of places.rects) draw(rect, boxOf(board, id)?.kind === 'frame' ? ground : solid);
}
