import { describe, expect, it } from 'vitest';
import { inRows, offsetFor } from './use-clipboard';

describe('where things are pasted', () => {
  it('is a little aside of what is in sight', () => {
    const view = { x: 0, y: 0, w: 1_000, h: 800 };
    expect(offsetFor({ x: 900, y: 0, w: 200, h: 200 }, view)).toEqual({ x: 24, y: 24 });
    expect(offsetFor({ x: 5_000, y: 0, w: 200, h: 200 }, view)).toEqual({ x: -4_600, y: 300 });
  });

  it('is in rows around the middle for notes', () => {
    expect(inRows([200, 300, 200], 200, { x: 0, y: 0 })).toEqual([
      { x: -210, y: -260, w: 200, h: 200 },
      { x: 10, y: -260, w: 200, h: 300 },
      { x: -210, y: 60, w: 200, h: 200 },
    ]);
    expect(inRows([], 200, { x: 0, y: 0 })).toEqual([]);
  });
});
