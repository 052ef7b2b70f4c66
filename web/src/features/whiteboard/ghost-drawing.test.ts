import { describe, expect, it } from 'vitest';
import type { Ghost } from '@/live/wire';
import { drawGhosts } from './ghost-drawing';
import { arrow, frame, note, type Thing } from './testing/paper';

function draw(...things: Thing[]) {
  const nodes: Ghost[] = things.map(({ id, kind, props, parent = 'root' }) => ({ id, kind, props, parent }));
  return drawGhosts({ session: 's', call: 'c', nodes });
}

describe('ghosts', () => {
  it('are drawn where they will be on the board, frames beneath what lies in them', () => {
    const drawing = draw(frame('f', 100, 50), note('b', 700, 0), note('a', 30, 60, {}, 'f'));
    expect(drawing?.boxes.map(({ id, x, y, w }) => [id, x, y, w])).toEqual([
      ['f', 100, 50, 500],
      ['a', 130, 110, 200],
      ['b', 700, 0, 200],
    ]);
    expect(drawing?.bounds).toEqual({ x: 100, y: 0, w: 800, h: 450 });
  });

  it('are connected as they will be', () => {
    const drawing = draw(note('a', 0, 0), note('b', 500, 0), arrow('c', 'a', 'b'), arrow('d', 'a', 'gone'));
    expect(drawing?.lines.map(({ connector }) => connector.id)).toEqual(['c']);
    expect(drawing?.lines[0]?.path).not.toBe('');
  });

  it('of kinds this page does not know are not drawn', () => {
    expect(draw({ kind: 'hologram', id: 'h', props: {} })).toBeNull();
    expect(draw()).toBeNull();
  });
});
