import { describe, expect, it } from 'vitest';
import { ROOT } from '@/live/wire';
import { adopterOf, dropOps } from './adopt';
import { Places } from './places';
import { frame, note, Paper } from './testing/paper';

const paper = Paper.of(
  frame('left', 0, 0),
  note('inside', 30, 60, {}, 'left'),
  frame('right', 600, 0),
  note('outside', 600, 600),
);
const places = new Places(paper);
const drop = (id: string, x: number, y: number) => {
  const size = places.rects.get(id) ?? { w: 0, h: 0 };
  return dropOps(paper, places, new Map([[id, { x, y, w: size.w, h: size.h }]]));
};

describe('letting go', () => {
  it('moves within the same parent', () => {
    expect(drop('inside', 50, 70)).toEqual([{ op: 'update', id: 'inside', props: { x: 50, y: 70 } }]);
  });

  it('takes a note into the frame under its middle, in the frame’s coordinates', () => {
    expect(drop('outside', 650, 100.4)).toEqual([
      { op: 'move', id: 'outside', parent: 'right' },
      { op: 'update', id: 'outside', props: { x: 50, y: 100 } },
    ]);
  });

  it('takes a note out of its frame', () => {
    expect(drop('inside', 0, 500)).toEqual([
      { op: 'move', id: 'inside', parent: ROOT },
      { op: 'update', id: 'inside', props: { x: 0, y: 500 } },
    ]);
  });

  it('says nothing when nothing moved', () => {
    expect(drop('outside', 600, 600)).toEqual([]);
  });

  it('never puts a frame into itself, or into a smaller one', () => {
    const moving = new Set(['left']);
    expect(adopterOf(paper, places, 'left', { x: 10, y: 10, w: 500, h: 400 }, moving)).toBe(ROOT);
    expect(adopterOf(paper, places, 'left', { x: 600, y: 0, w: 500, h: 400 }, moving)).toBe(ROOT);
  });
});
