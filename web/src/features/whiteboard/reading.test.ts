import { describe, expect, it } from 'vitest';
import { nameOf, readingOrder, shortNameOf, stepFrom } from './reading';
import { arrow, frame, note, Paper } from './testing/paper';

const paper = Paper.of(
  note('low', 0, 700),
  note('right', 600, 20),
  frame('f', 0, 0, { name: 'Strengths' }),
  note('second', 260, 60, {}, 'f'),
  note('first', 30, 70, { text: 'Fast\n and small' }, 'f'),
  { kind: 'shape', id: 'shape', props: { geo: 'diamond', x: 300, y: 720, w: 200, h: 200 } },
  arrow('a', 'first', 'shape', { label: 'so' }),
);

describe('reading a board', () => {
  it('goes row by row, into frames, and to the connectors last', () => {
    expect(readingOrder(paper)).toEqual(['f', 'first', 'second', 'right', 'low', 'shape', 'a']);
  });

  it('steps on and back, and ends at the ends', () => {
    expect([stepFrom(paper, null, 1), stepFrom(paper, 'first', 1), stepFrom(paper, 'first', -1)]).toEqual([
      'f',
      'second',
      'f',
    ]);
    expect([stepFrom(paper, null, -1), stepFrom(paper, 'a', 1), stepFrom(paper, 'f', -1)]).toEqual([
      'a',
      null,
      null,
    ]);
  });

  it.each([
    ['first', 'Note: Fast and small, in frame Strengths'],
    ['f', 'Frame: Strengths, 2 objects'],
    ['shape', 'Empty diamond'],
    ['a', 'Connector from “Fast and small” to an empty diamond: so'],
    ['low', 'Note: low'],
  ])('calls %s by what it is and says', (id, name) => {
    expect(nameOf(paper, id)).toBe(name);
  });

  it.each([
    ['first', '“Fast and small”'],
    ['right', '“right”'],
    ['shape', 'an empty diamond'],
    ['a', '“so”'],
    ['nothing', 'gone'],
  ])('calls %s by a few words among others', (id, name) => {
    expect(shortNameOf(paper, id)).toBe(name);
  });

  it('cuts long words', () => {
    const long = Paper.of(note('n', 0, 0, { text: 'A very long text about nothing' }));
    expect(shortNameOf(long, 'n')).toBe('“A very long text about…”');
  });
});
