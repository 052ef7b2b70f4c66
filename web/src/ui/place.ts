export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Side = 'top' | 'bottom' | 'left' | 'right';

export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly maxHeight: number;
}

export interface PlaceOptions {
  readonly side?: Side;
  readonly align?: 'start' | 'center' | 'end';
  readonly gap?: number;
}

const MARGIN = 8;

const OPPOSITE: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/** Returns where a floating box goes beside its anchor: on the other side if it does not fit, and never outside. */
export function place(
  anchor: Box,
  size: Size,
  viewport: Size,
  { side: wanted = 'bottom', align = 'start', gap = 4 }: PlaceOptions = {},
): Placement {
  const side = fittingSide(anchor, size, viewport, wanted, gap);
  const upright = side === 'top' || side === 'bottom';
  const left = upright
    ? aligned(anchor.left, anchor.width, size.width, align)
    : side === 'left'
      ? anchor.left - gap - size.width
      : anchor.left + anchor.width + gap;
  const maxHeight = upright ? room(anchor, viewport, side, gap) : viewport.height - 2 * MARGIN;
  const height = Math.min(size.height, maxHeight);
  const top = upright
    ? side === 'top'
      ? anchor.top - gap - height
      : anchor.top + anchor.height + gap
    : aligned(anchor.top, anchor.height, height, align);
  return {
    left: clamp(left, viewport.width - size.width - MARGIN),
    top: clamp(top, viewport.height - height - MARGIN),
    maxHeight,
  };
}

function fittingSide(anchor: Box, size: Size, viewport: Size, wanted: Side, gap: number): Side {
  const needed = wanted === 'top' || wanted === 'bottom' ? size.height : size.width;
  const here = room(anchor, viewport, wanted, gap);
  if (needed <= here) return wanted;
  const there = room(anchor, viewport, OPPOSITE[wanted], gap);
  return there > here ? OPPOSITE[wanted] : wanted;
}

function room(anchor: Box, viewport: Size, side: Side, gap: number): number {
  switch (side) {
    case 'top':
      return anchor.top - gap - MARGIN;
    case 'bottom':
      return viewport.height - anchor.top - anchor.height - gap - MARGIN;
    case 'left':
      return anchor.left - gap - MARGIN;
    case 'right':
      return viewport.width - anchor.left - anchor.width - gap - MARGIN;
  }
}

function aligned(start: number, length: number, size: number, align: 'start' | 'center' | 'end'): number {
  if (align === 'start') return start;
  return align === 'end' ? start + length - size : start + (length - size) / 2;
}

function clamp(value: number, most: number): number {
  return Math.max(MARGIN, Math.min(value, most));
}
