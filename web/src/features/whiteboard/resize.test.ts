import { describe, expect, it } from 'vitest';
import { pulled } from './resize';

const BOX = { x: 100, y: 100, w: 200, h: 200 };

describe('pulling a handle', () => {
  it('moves the edges it belongs to', () => {
    expect(pulled(BOX, { x: 1, y: 1 }, { x: 30, y: -20 }, 40)).toEqual({ x: 100, y: 100, w: 230, h: 180 });
    expect(pulled(BOX, { x: -1, y: -1 }, { x: 30, y: -20 }, 40)).toEqual({ x: 130, y: 80, w: 170, h: 220 });
    expect(pulled(BOX, { x: 1, y: 0 }, { x: 30, y: 500 }, 40)).toEqual({ x: 100, y: 100, w: 230, h: 200 });
  });

  it('stops at the smallest, and leaves the other edge where it is', () => {
    expect(pulled(BOX, { x: -1, y: 1 }, { x: 900, y: -900 }, 40)).toEqual({ x: 260, y: 100, w: 40, h: 40 });
  });

  it('does not make larger what is smaller already', () => {
    expect(pulled({ ...BOX, w: 20 }, { x: 1, y: 0 }, { x: 0, y: 0 }, 40).w).toBe(20);
  });
});
