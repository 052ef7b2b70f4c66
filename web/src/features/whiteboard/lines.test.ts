import { describe, expect, it } from 'vitest';
import { arrowOf, middleOfWay, nextLines, pathOf, wayOf } from './lines';
import { arrow, frame, note, Paper } from './testing/paper';

const FROM = { x: 0, y: 0, w: 200, h: 200 };
const TO = { x: 400, y: 0, w: 200, h: 200 };
const STORED = {
  points: [
    { x: 200, y: 50 },
    { x: 400, y: 50 },
  ],
  ends: [0, 0, 200, 200, 400, 0, 200, 200],
};

describe('a stored way', () => {
  it('counts while both ends are where they were', () => {
    expect(wayOf(STORED, FROM, TO)).toBe(STORED.points);
    expect(wayOf(STORED, { ...FROM, x: 0.4 }, TO)).toBe(STORED.points);
  });

  it('moves along when both ends moved together', () => {
    const [from, to] = [
      { ...FROM, y: 30 },
      { ...TO, y: 30 },
    ];
    expect(wayOf(STORED, from, to)).toEqual([
      { x: 200, y: 80 },
      { x: 400, y: 80 },
    ]);
  });

  it('is passed over when one end has moved or grown', () => {
    expect(wayOf(STORED, { ...FROM, x: 10 }, TO)).toBeNull();
    expect(wayOf(STORED, FROM, { ...TO, h: 260 })).toBeNull();
    expect(wayOf(null, FROM, TO)).toBeNull();
  });
});

describe('the connectors of a board', () => {
  it('follow their ends, and keep their identity otherwise', () => {
    const paper = Paper.of(
      note('a', 0, 0),
      note('b', 400, 0),
      note('c', 5_000, 0),
      note('d', 5_400, 0),
      arrow('ab', 'a', 'b'),
      arrow('cd', 'c', 'd'),
    );
    const first = nextLines(null, paper);
    expect(nextLines(first, paper).byId).toBe(first.byId);
    paper.edit('Move', [{ op: 'update', id: 'b', props: { y: 600 } }]);
    const second = nextLines(first, paper);
    expect(second.byId.get('cd')).toBe(first.byId.get('cd'));
    expect(second.byId.get('ab')).not.toBe(first.byId.get('ab'));
    const { y = 0 } = second.byId.get('ab')?.points.at(-1) ?? {};
    expect(y).toBeGreaterThanOrEqual(600);
  });

  it('are drawn in the coordinates of the board, also from inside a frame', () => {
    const paper = Paper.of(
      frame('f', 1_000, 1_000),
      note('a', 30, 60, {}, 'f'),
      note('b', 2_000, 1_060),
      arrow('c', 'a', 'b'),
    );
    const [start, end] = [0, -1].map((index) => nextLines(null, paper).byId.get('c')?.points.at(index));
    expect([start?.x, end?.x]).toEqual([1_230, 2_000]);
  });

  it('leave out those whose end is gone', () => {
    const paper = Paper.of(note('a', 0, 0), note('b', 400, 0), arrow('c', 'a', 'b'));
    const first = nextLines(null, paper);
    paper.edit('Delete', [{ op: 'delete', id: 'b' }]);
    expect([...nextLines(first, paper).byId.keys()]).toEqual([]);
  });
});

describe('a path', () => {
  it('is round at its corners', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 50 },
    ];
    expect(pathOf(points)).toBe('M0 0L90 0Q100 0 100 10L100 50');
    expect(middleOfWay(points)).toEqual({ x: 50, y: 0 });
  });

  it('has no larger corners than there is room for', () => {
    expect(
      pathOf([
        { x: 0, y: 0 },
        { x: 8, y: 0 },
        { x: 8, y: 50 },
      ]),
    ).toBe('M0 0L4 0Q8 0 8 4L8 50');
  });

  it('ends in an arrow that points along it', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 0 },
    ];
    expect(arrowOf(points)).toBe('M100 0L91 -4.5L91 4.5Z');
    expect(arrowOf([{ x: 1, y: 1 }])).toBe('');
  });
});
