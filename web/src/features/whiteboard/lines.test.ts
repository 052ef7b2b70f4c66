import { describe, expect, it } from 'vitest';
import { overlaps, type Rect, rectBetween } from './geometry';
import { arrowOf, type Lines, nextLines as next, pathOf, wayOf } from './lines';
import { arrow, frame, note, Paper } from './testing/paper';

const FROM = { x: 0, y: 0, w: 200, h: 200 };
const TO = { x: 400, y: 0, w: 200, h: 200 };
const STORED = {
  points: [
    { x: 200, y: 50 },
    { x: 400, y: 50 },
  ],
  ends: [0, 0, 200, 200, 400, 0, 200, 200],
  label: { x: 270, y: 50 },
};

function nextLines(last: Lines | null, paper: Paper, hasTime?: () => boolean, view?: Rect): Lines {
  return next(last, paper, (label) => ({ w: 7 * label.length + 12, h: 22 }), hasTime, view);
}

/** Leaves time for so many. */
function timeFor(count: number): () => boolean {
  let left = count;
  return () => left-- > 0;
}

describe('a stored way', () => {
  it('counts while both ends are where they were', () => {
    expect(wayOf(STORED, FROM, TO)).toBe(STORED);
    expect(wayOf(STORED, { ...FROM, x: 0.4 }, TO)).toBe(STORED);
  });

  it('moves along when both ends moved together', () => {
    const [from, to] = [
      { ...FROM, y: 30 },
      { ...TO, y: 30 },
    ];
    expect(wayOf(STORED, from, to)).toEqual({
      points: [
        { x: 200, y: 80 },
        { x: 400, y: 80 },
      ],
      label: { x: 270, y: 80 },
    });
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

describe('a label', () => {
  it('stands where room was kept for it, as long as the way counts', () => {
    const route = {
      points: [
        [200, 50],
        [400, 50],
      ],
      ends: STORED.ends,
      label: [270, 50],
    };
    const paper = Paper.of(note('a', 0, 0), note('b', 400, 0), arrow('c', 'a', 'b', { route, label: 'yes' }));
    const first = nextLines(null, paper);
    expect(first.byId.get('c')?.middle).toEqual({ x: 270, y: 50 });
    paper.edit('Move', [{ op: 'update', id: 'b', props: { x: 600 } }]);
    expect(nextLines(first, paper).byId.get('c')?.middle).toEqual({ x: 400, y: 100 });
  });

  it('goes aside when a box comes to lie beneath it', () => {
    const paper = Paper.of(
      note('a', 0, 0),
      note('b', 1_000, 0),
      note('far', 500, 900),
      arrow('c', 'a', 'b', { label: 'some words' }),
    );
    const first = nextLines(null, paper);
    expect(first.byId.get('c')?.middle).toEqual({ x: 600, y: 100 });
    paper.edit('Move', [{ op: 'update', id: 'far', props: { y: 113 } }]);
    const second = nextLines(first, paper).byId.get('c');
    expect(second?.points).toEqual(first.byId.get('c')?.points);
    expect(second?.middle.x).not.toBe(600);
  });
});

describe('a line on a full board', () => {
  it('goes around everything', () => {
    const notes = Array.from({ length: 500 }, (_, index) =>
      note(`n${index}`, (index % 25) * 240 + (index % 7) * 4, Math.floor(index / 25) * 240 + (index % 5) * 4),
    );
    const paper = Paper.of(...notes, arrow('c', 'n0', 'n499'), arrow('d', 'n12', 'n480'));
    const { byId, places } = nextLines(null, paper);
    for (const line of byId.values()) {
      for (const [index, end] of line.points.entries()) {
        const start = line.points[index - 1] ?? end;
        const leg = rectBetween(start, end);
        for (const rect of places.rects.values()) expect(overlaps(leg, rect)).toBe(false);
      }
    }
  });

  it('goes around frames that its ends are not in', () => {
    const paper = Paper.of(note('a', 0, 0), frame('f', 300, -100), note('b', 900, 0), arrow('c', 'a', 'b'));
    expect(nextLines(null, paper).byId.get('c')?.points.length).toBeGreaterThan(2);
  });
});

describe('lines for which there is no time', () => {
  const paper = () =>
    Paper.of(
      note('a', 0, 0),
      note('between', 400, 0),
      note('b', 800, 0),
      arrow('one', 'a', 'b'),
      arrow('two', 'b', 'a'),
      arrow('laid', 'a', 'b', {
        route: {
          points: [
            [200, 50],
            [800, 50],
          ],
          ends: [0, 0, 200, 200, 800, 0, 200, 200],
        },
      }),
    );

  it('run straight first, and are led around what is in their way one after the other', () => {
    const board = paper();
    const rough = nextLines(null, board, () => false);
    expect([...rough.byId.values()].map(({ isRough }) => isRough)).toEqual([true, true, false]);
    const better = nextLines(rough, board, timeFor(1));
    expect(better.isRough).toBe(true);
    expect([...better.byId.values()].map(({ isRough }) => isRough)).toEqual([false, true, false]);
    expect(better.byId.get('two')).toBe(rough.byId.get('two'));
    const done = nextLines(better, board, () => true);
    expect(done.isRough).toBe(false);
    expect(done.byId.get('one')).toBe(better.byId.get('one'));
    const points = (lines: Lines) => [...lines.byId.values()].map((line) => line.points);
    expect(points(done)).toEqual(points(nextLines(null, board)));
  });
});

describe('the order in which lines are looked at', () => {
  /** Five connectors in a row, far apart, each with something in its way. */
  const row = () =>
    Paper.of(
      ...[0, 1, 2, 3, 4].flatMap((index) => [
        note(`a${index}`, index * 5_000, 0),
        note(`x${index}`, index * 5_000 + 400, 0),
        note(`b${index}`, index * 5_000 + 800, 0),
      ]),
      ...[0, 1, 2, 3, 4].map((index) => arrow(`c${index}`, `a${index}`, `b${index}`)),
    );
  const viewOf = (index: number) => ({ x: index * 5_000 + 300, y: -200, w: 400, h: 600 });
  const done = ({ byId }: Lines) =>
    [...byId.values()].filter((line) => !line.isRough).map((line) => line.connector.id);

  it('begins with what is in view, and follows the view', () => {
    const board = row();
    const rough = nextLines(null, board, timeFor(0), viewOf(3));
    const first = nextLines(rough, board, timeFor(1), viewOf(3));
    const second = nextLines(first, board, timeFor(1), viewOf(1));
    const third = nextLines(second, board, timeFor(1), viewOf(1));
    expect([first, second, third].map(done)).toEqual([['c3'], ['c1', 'c3'], ['c0', 'c1', 'c3']]);
    expect([...third.byId.keys()]).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
    expect(third.byId.get('c4')).toBe(rough.byId.get('c4'));
  });

  it('begins with what a hand moves, if that is in view', () => {
    const board = row();
    const everything = { x: -1_000, y: -1_000, w: 40_000, h: 4_000 };
    const first = nextLines(nextLines(null, board, timeFor(0)), board, timeFor(4), everything);
    expect(done(first)).toEqual(['c0', 'c1', 'c2', 'c3']);
    board.edit('Move', [{ op: 'update', id: 'b3', props: { y: 40 } }]);
    expect(done(nextLines(first, board, timeFor(1), everything))).toEqual(['c0', 'c1', 'c2', 'c3']);
    board.edit('Move', [{ op: 'update', id: 'b3', props: { y: 80 } }]);
    expect(done(nextLines(first, board, timeFor(1), viewOf(4)))).toEqual(['c0', 'c1', 'c2', 'c4']);
  });

  it('takes a connector whose rough way passes the view by before those far off', () => {
    const board = Paper.of(
      note('far', -9_000, 0),
      note('off', -8_000, 0),
      note('a', 0, 0),
      note('b', 2_000, 2_000),
      arrow('away', 'far', 'off'),
      arrow('by', 'a', 'b'),
    );
    const rough = nextLines(null, board, timeFor(0));
    const view = { x: 300, y: 1_500, w: 200, h: 200 };
    expect(done(nextLines(rough, board, timeFor(1), view))).toEqual(['by']);
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
