import { describe, expect, it } from 'vitest';
import { ROOT } from '@/live/wire';
import * as edits from './edits';
import { Places } from './places';
import { arrow, frame, note, Paper } from './testing/paper';

const board = () =>
  Paper.of(
    frame('f', 100, 100),
    note('a', 30, 60, {}, 'f'),
    note('b', 800, 0),
    note('c', 1_100, 0),
    arrow('ab', 'a', 'b'),
  );

describe('every edit is one change', () => {
  it('adds a box into a frame, in the frame’s coordinates', () => {
    const paper = board();
    const id = edits.addBox(paper, 'note', { x: 150.2, y: 250, w: 200, h: 200 }, 'f');
    expect([paper.node(id)?.parent, paper.props(id)]).toEqual([
      'f',
      { text: '', x: 50, y: 150, w: 200, h: 200 },
    ]);
    expect(paper.edits.map(({ label }) => label)).toEqual(['Add note']);
  });

  it('adds a box with the connector to it', () => {
    const paper = board();
    const id = edits.addLinkedBox(paper, 'b', 'shape', { x: 0, y: 900, w: 200, h: 200 }, ROOT, {
      geo: 'diamond',
    });
    expect(paper.edits).toHaveLength(1);
    expect(paper.edits[0]?.ops[1]).toMatchObject({ kind: 'connector', props: { from: 'b', to: id } });
  });

  it('moves a frame without touching what lies in it', () => {
    const paper = board();
    edits.nudge(paper, ['f', 'a'], { x: 10, y: 0 });
    expect(paper.edits[0]).toEqual({
      label: 'Move frame “f”',
      ops: [{ op: 'update', id: 'f', props: { x: 110, y: 100 } }],
    });
  });

  it('lets several go at once', () => {
    const paper = board();
    const place = (x: number, y: number) => ({ x, y, w: 200, h: 200 });
    const dropped = new Map([
      ['b', place(140, 200)],
      ['c', place(1_200, 0)],
    ]);
    expect(edits.dropBoxes(paper, new Places(paper), dropped)).toBe(true);
    expect(paper.edits.map(({ label }) => label)).toEqual(['Move 2 objects']);
    expect([paper.node('b')?.parent, paper.node('c')?.parent]).toEqual(['f', ROOT]);
  });

  it('writes a text and the size it needs', () => {
    const paper = board();
    edits.writeText(paper, 'a', 'Long', 7, { w: 200, h: 260 });
    expect(paper.edits[0]?.ops).toEqual([
      { op: 'update', id: 'a', props: { text: 'Long' }, from_seq: 7 },
      { op: 'update', id: 'a', props: { w: 200, h: 260 } },
    ]);
  });

  it('deletes a connector before its end would take it along', () => {
    const paper = board();
    edits.remove(paper, ['b', 'ab', 'f', 'a']);
    expect(paper.edits[0]?.ops.map(({ id }) => id)).toEqual(['ab', 'b', 'f']);
  });

  it('recolours only what has another colour', () => {
    const paper = board();
    edits.recolour(paper, ['a', 'b', 'ab'], 'red');
    edits.recolour(paper, ['a', 'b', 'ab'], 'red');
    expect(paper.edits).toHaveLength(1);
    expect(paper.props('ab').color).toBe('red');
  });

  it('brings to the front and sends to the back, in order', () => {
    const paper = board();
    edits.restack(paper, ['c', 'b'], 'back');
    expect(paper.children(ROOT)).toEqual(['b', 'c', 'f', 'ab']);
    edits.restack(paper, ['b'], 'front');
    expect(paper.children(ROOT)).toEqual(['c', 'f', 'ab', 'b']);
  });

  it('forgets the way of a connector whose end goes elsewhere', () => {
    const paper = board();
    edits.reconnect(paper, 'ab', 'to', 'c');
    expect(paper.edits[0]?.ops).toEqual([{ op: 'update', id: 'ab', props: { to: 'c', route: null } }]);
  });

  it('names a frame, and takes a label away', () => {
    const paper = board();
    edits.rename(paper, 'f', 'Plans');
    edits.rename(paper, 'f', '');
    edits.rename(paper, 'ab', 'then');
    edits.rename(paper, 'ab', '');
    expect([paper.props('f').name, paper.props('ab').label, paper.edits.length]).toEqual([
      'Plans',
      undefined,
      3,
    ]);
  });
});
