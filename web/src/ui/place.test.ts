import { expect, test } from 'vitest';
import { place } from './place';

const viewport = { width: 400, height: 300 };
const size = { width: 120, height: 100 };

test('stands below its anchor, with the left edges aligned', () => {
  expect(place({ left: 20, top: 20, width: 40, height: 20 }, size, viewport)).toEqual({
    left: 20,
    top: 44,
    maxHeight: 248,
  });
});

test('flips above when there is more room', () => {
  expect(place({ left: 20, top: 250, width: 40, height: 20 }, size, viewport)).toMatchObject({ top: 146 });
});

test('stays inside at the right edge', () => {
  expect(place({ left: 380, top: 20, width: 20, height: 20 }, size, viewport)).toMatchObject({ left: 272 });
});

test('aligns to the end and the centre', () => {
  const anchor = { left: 200, top: 20, width: 40, height: 20 };
  expect(place(anchor, size, viewport, { align: 'end' }).left).toBe(120);
  expect(place(anchor, size, viewport, { align: 'center' }).left).toBe(160);
});

test('a list taller than the room is cut, not pushed over its anchor', () => {
  const placed = place({ left: 20, top: 100, width: 40, height: 20 }, { width: 120, height: 900 }, viewport);
  expect(placed).toEqual({ left: 20, top: 124, maxHeight: 168 });
});

test('stands beside', () => {
  const anchor = { left: 200, top: 100, width: 40, height: 20 };
  expect(place(anchor, size, viewport, { side: 'right' })).toMatchObject({ left: 244, top: 100 });
  expect(place({ ...anchor, left: 340 }, size, viewport, { side: 'right' })).toMatchObject({ left: 216 });
});
