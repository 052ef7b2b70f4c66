import { describe, expect, it } from 'vitest';
import { snap, snapEdges } from './snap';

const STILL = { x: 0, y: 0, w: 200, h: 200 };

describe('snapping', () => {
  it('brings an edge in line, and says where the line is', () => {
    expect(snap({ x: 4, y: 300, w: 100, h: 100 }, [STILL], 6)).toEqual({
      by: { x: -4, y: 0 },
      guides: [{ axis: 'y', at: 0, from: 0, to: 400 }],
    });
  });

  it('brings middles in line', () => {
    const { by, guides } = snap({ x: 53, y: 300, w: 100, h: 100 }, [STILL], 6);
    expect(by).toEqual({ x: -3, y: 0 });
    expect(guides).toEqual([{ axis: 'y', at: 100, from: 0, to: 400 }]);
  });

  it('takes the nearest, and shows every line it meets', () => {
    const { by, guides } = snap({ x: 201, y: -2, w: 200, h: 200 }, [STILL], 6);
    expect(by).toEqual({ x: -1, y: 2 });
    expect(guides.map(({ axis, at }) => [axis, at])).toEqual([
      ['y', 200],
      ['x', 0],
      ['x', 100],
      ['x', 200],
    ]);
  });

  it('leaves alone what is too far', () => {
    expect(snap({ x: 27, y: 327, w: 100, h: 100 }, [STILL], 6)).toEqual({ by: { x: 0, y: 0 }, guides: [] });
  });
});

describe('pulling edges', () => {
  // Its upper edge is in line already.
  const pulled = { x: 300, y: 0, w: 100, h: 197 };

  it('brings the pulled edges in line, and no others', () => {
    expect(snapEdges(pulled, { x: 0, y: 1 }, [STILL], 6)).toEqual({
      by: { x: 0, y: 3 },
      guides: [{ axis: 'x', at: 200, from: 0, to: 400 }],
    });
    expect(snapEdges({ ...pulled, y: 4 }, { x: 1, y: -1 }, [STILL], 6)).toEqual({
      by: { x: 0, y: -4 },
      guides: [{ axis: 'x', at: 0, from: 0, to: 400 }],
    });
  });

  it('takes the nearest edge, and never a middle', () => {
    const others = [STILL, { x: 0, y: 402, w: 10, h: 10 }];
    expect(snapEdges({ x: 0, y: 300, w: 5, h: 101 }, { x: 0, y: 1 }, others, 6).by).toEqual({ x: 0, y: 1 });
    expect(snapEdges({ x: 0, y: 0, w: 102, h: 50 }, { x: 1, y: 0 }, [STILL], 6).guides).toEqual([]);
  });
});
