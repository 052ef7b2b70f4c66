import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { overlaps, type Rect } from './geometry';
import type { Geo } from './model';
import { NO_OBSTACLES, type Obstacles, route } from './route';
import { labelPlace } from './route-label';
import { touched } from './touch';

type Numbers = [x: number, y: number, w: number, h: number];

interface Golden {
  name: string;
  from: Numbers;
  to: Numbers;
  obstacles: Numbers[];
  route: [x: number, y: number][];
}

interface GoldenLabel {
  way: [x: number, y: number][];
  size: [w: number, h: number];
  boxes: Numbers[];
  place: [x: number, y: number];
}

interface GoldenTouch {
  geo: Geo;
  from: Numbers;
  to: Numbers;
  way: [x: number, y: number][];
}

/** The same vectors that the server's own router is tested with. */
const golden = vectors<Golden>('routes');
const labels = vectors<GoldenLabel>('labels');
const touches = vectors<GoldenTouch>('touches');

function vectors<T>(name: string): T[] {
  const file = new URL(`../../../../crates/layout/tests/golden/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as T[];
}

function rect([x, y, w, h]: Numbers): Rect {
  return { x, y, w, h };
}

function among(rects: readonly Rect[]): Obstacles {
  return { near: (area) => rects.filter((rect) => overlaps(rect, area)) };
}

describe('the way of a connector', () => {
  test.each(golden)('is the one the server finds: $name', ({ from, to, obstacles, route: expected }) => {
    const way = route(rect(from), rect(to), among(obstacles.map(rect)));
    expect(way.map(({ x, y }) => [x, y])).toEqual(expected);
  });

  test('is known for many cases', () => {
    expect(golden.length).toBeGreaterThanOrEqual(60);
  });

  test('does not depend on the order of what is in the way', () => {
    for (const { from, to, obstacles, route: expected } of golden) {
      const way = route(rect(from), rect(to), among(obstacles.toReversed().map(rect)));
      expect(way.map(({ x, y }) => [x, y])).toEqual(expected);
    }
  });
});

describe('the place of a label', () => {
  test('is the one the server finds', () => {
    expect(labels.length).toBeGreaterThanOrEqual(40);
    for (const { way, size, boxes, place } of labels) {
      const points = way.map(([x, y]) => ({ x, y }));
      const isTaken = (area: Rect) => boxes.some((box) => overlaps(rect(box), area));
      const found = labelPlace(points, { w: size[0], h: size[1] }, isTaken);
      expect([found.x, found.y]).toEqual(place);
    }
  });
});

describe('the ends of a way', () => {
  test('are where the server leads them, on the outlines', () => {
    expect(touches.length).toBeGreaterThanOrEqual(60);
    for (const { geo, from, to, way } of touches) {
      const found = route(rect(from), rect(to), NO_OBSTACLES);
      const led = touched(found, { geo, rect: rect(from) }, { geo, rect: rect(to) });
      expect(led.length).toBe(way.length);
      for (const [index, { x, y }] of led.entries()) {
        expect(Math.abs(x - (way[index]?.[0] ?? NaN)), geo).toBeLessThan(0.02);
        expect(Math.abs(y - (way[index]?.[1] ?? NaN)), geo).toBeLessThan(0.02);
      }
    }
  });
});
