import { describe, expect, it } from 'vitest';
import { grown, type Measure } from './grow';
import type { Box } from './model';

/** Letters of ten pixels, wrapped anywhere. */
const measure: Measure = (text, { line }, width) => {
  const lines = text.split('\n').map((each) => each.length * 10);
  const count = lines.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / Math.max(10, width))), 0);
  const word = Math.max(...text.split(/\s/).map(({ length }) => length * 10));
  return { w: Math.min(width, Math.max(...lines)), h: count * line, word };
};
const BOX: Box = {
  id: 'a',
  kind: 'note',
  parent: 'root',
  x: 0,
  y: 0,
  w: 200,
  h: 200,
  text: '',
  color: 'yellow',
  geo: 'rectangle',
  size: 'm',
};
const check = (box: Partial<Box>, text: string) => grown({ ...BOX, ...box }, text, measure);

describe('growing', () => {
  it('makes a note higher, never wider or smaller', () => {
    expect(check({}, 'short')).toEqual({ w: 200, h: 200 });
    expect(check({}, 'x'.repeat(16 * 10))).toEqual({ w: 200, h: 252 });
  });

  it('makes a shape wider for a long word first', () => {
    expect(check({ kind: 'shape', w: 100, h: 100 }, 'abcdefghij kl')).toEqual({ w: 132, h: 100 });
  });

  it('makes a diamond larger than a rectangle for the same text', () => {
    const words = Array.from({ length: 20 }, () => 'abcdef').join(' ');
    const [box, diamond] = [check({ kind: 'shape' }, words), check({ kind: 'shape', geo: 'diamond' }, words)];
    expect(diamond.h).toBeGreaterThan(box.h);
  });

  it('makes a text as wide as its words, and wraps it at its widest', () => {
    expect(check({ kind: 'text', w: 24, h: 30 }, 'hello')).toEqual({ w: 58, h: 30 });
    expect(check({ kind: 'text', w: 24, h: 30 }, 'x'.repeat(60))).toEqual({ w: 488, h: 52 });
    expect(check({ kind: 'text', size: 'xl' }, '')).toEqual({ w: 24, h: 52 });
  });

  it('keeps the width that a text was given by hand', () => {
    expect(check({ kind: 'text', text: 'x'.repeat(40), w: 108, h: 96 }, 'x'.repeat(41))).toEqual({
      w: 108,
      h: 118,
    });
  });
});
