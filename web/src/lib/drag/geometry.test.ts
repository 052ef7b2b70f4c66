import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapAt, gapOffset, type Lifted, nearestSpan, scrollSpeed, shiftOf, type Track } from './geometry';

function trackOf(sizes: readonly number[]): Track {
  const offsets = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
  return {
    count: sizes.length,
    offset: (index) => offsets[index] ?? Number.NaN,
    size: (index) => sizes[index] ?? Number.NaN,
  };
}

describe('gapAt', () => {
  const check = (sizes: number[], lifted: Lifted, edge: number, expected: number) =>
    expect(gapAt(trackOf(sizes), lifted, edge)).toBe(expected);
  const stranger: Lifted = { index: null, size: 40 };

  it('is the only gap of an empty list', () => check([], stranger, 500, 0));
  it('is the first gap above everything', () => check([40, 40], stranger, -300, 0));
  it('is the last gap below everything', () => check([40, 40], stranger, 900, 2));
  it('stays before an item until its middle is passed', () => {
    check([40, 40], stranger, 19, 0);
    check([40, 40], stranger, 20, 1);
  });
  it('leaves a lifted item where it was while it is not moved', () => {
    for (const index of [0, 1, 2])
      check([30, 50, 70], { index, size: [30, 50, 70][index] ?? 0 }, [0, 30, 80][index] ?? 0, index);
  });
  it('goes by the sizes of the others when they differ', () => {
    check([40, 200, 40], { index: 0, size: 40 }, 99, 0);
    check([40, 200, 40], { index: 0, size: 40 }, 100, 1);
    check([40, 200, 40], { index: 2, size: 40 }, 139, 1);
  });

  it('is the gap whose start is nearest, for any list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 30 }),
        fc.nat(30),
        fc.integer({ min: -500, max: 9_000 }),
        (sizes, pick, edge) => {
          const index = pick < sizes.length ? pick : null;
          const lifted = { index, size: index === null ? 50 : (sizes[index] ?? 0) };
          const track = trackOf(sizes);
          const gaps = index === null ? sizes.length : sizes.length - 1;
          const distance = (gap: number) => Math.abs(gapOffset(track, lifted, gap) - edge);
          const best = Math.min(...Array.from({ length: gaps + 1 }, (_, gap) => distance(gap)));
          expect(distance(gapAt(track, lifted, edge))).toBe(best);
        },
      ),
    );
  });
});

describe('shiftOf', () => {
  it('puts every item where it would be with the lifted one in the gap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        (sizes, a, b) => {
          const index = a % sizes.length;
          const gap = b % sizes.length;
          const lifted = { index, size: sizes[index] ?? 0 };
          const shown = sizes
            .map((size, at) => ({ size, at, top: trackOf(sizes).offset(at) + shiftOf(at, lifted, gap) }))
            .filter(({ at }) => at !== index);
          const order = shown.map(({ size }) => size);
          order.splice(gap, 0, lifted.size);
          const after = trackOf(order);
          shown.forEach(({ top }, place) => {
            expect(top).toBe(after.offset(place >= gap ? place + 1 : place));
          });
        },
      ),
    );
  });
  it('closes up where the lifted item goes to another list', () => {
    expect([0, 1, 2].map((index) => shiftOf(index, { index: 1, size: 30 }, null))).toEqual([0, 0, -30]);
  });
  it('makes room in a list the item comes to', () => {
    expect([0, 1, 2].map((index) => shiftOf(index, { index: null, size: 30 }, 1))).toEqual([0, 30, 30]);
  });
});

describe('nearestSpan', () => {
  const spans = [
    { start: 0, end: 100 },
    { start: 120, end: 220 },
  ];
  it('finds none among none', () => expect(nearestSpan([], 5)).toBe(-1));
  it('finds the one that holds the position', () => expect(nearestSpan(spans, 130)).toBe(1));
  it('finds the nearest from between and beyond', () => {
    expect([-50, 105, 118, 900].map((position) => nearestSpan(spans, position))).toEqual([0, 0, 1, 1]);
  });
});

describe('scrollSpeed', () => {
  const span = { start: 100, end: 500 };
  it('is nothing away from the edges', () => expect(scrollSpeed(300, span)).toBe(0));
  it('grows towards the edge and not beyond it', () => {
    expect(scrollSpeed(110, span)).toBeLessThan(scrollSpeed(150, span));
    expect(scrollSpeed(490, span)).toBeGreaterThan(scrollSpeed(450, span));
    expect(scrollSpeed(900, span)).toBe(scrollSpeed(500, span));
  });
  it('is nothing where there is no room', () => expect(scrollSpeed(10, { start: 10, end: 10 })).toBe(0));
});
