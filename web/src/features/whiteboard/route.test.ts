import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Rect } from './geometry';
import { route } from './route';

type Numbers = [x: number, y: number, w: number, h: number];

interface Golden {
  name: string;
  from: Numbers;
  to: Numbers;
  obstacles: Numbers[];
  route: [x: number, y: number][];
}

/** The same vectors that the server's own router is tested with. */
const golden = JSON.parse(
  readFileSync(new URL('../../../../crates/layout/tests/golden/routes.json', import.meta.url), 'utf8'),
) as Golden[];

function rect([x, y, w, h]: Numbers): Rect {
  return { x, y, w, h };
}

describe('the way of a connector', () => {
  test.each(golden)('is the one the server finds: $name', ({ from, to, obstacles, route: expected }) => {
    const way = route(rect(from), rect(to), obstacles.map(rect));
    expect(way.map(({ x, y }) => [x, y])).toEqual(expected);
  });

  test('is known for many cases', () => {
    expect(golden.length).toBeGreaterThanOrEqual(60);
  });

  test('does not depend on the order of what is in the way', () => {
    for (const { from, to, obstacles, route: expected } of golden) {
      const way = route(rect(from), rect(to), obstacles.toReversed().map(rect));
      expect(way.map(({ x, y }) => [x, y])).toEqual(expected);
    }
  });
});
