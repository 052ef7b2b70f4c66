import { describe, expect, it } from 'vitest';
import { COLORS, GEOS } from './model';
import { TEMPLATES } from './templates';

describe.each(TEMPLATES)('the template $name', ({ batch: { operations } }) => {
  it('is a call that the server takes', () => {
    const refs = operations.map(({ ref }) => ref);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs.length).toBeLessThanOrEqual(50);
    for (const ref of refs) expect(ref).toMatch(/^[a-z0-9_]{2,40}$/);
    for (const { color = 'black', geo = 'rectangle' } of operations) {
      expect([COLORS, GEOS]).toEqual([expect.arrayContaining([color]), expect.arrayContaining([geo])]);
    }
    for (const { parentRef, fromRef, toRef } of operations)
      for (const ref of [parentRef, fromRef, toRef]) if (ref !== undefined) expect(refs).toContain(ref);
  });
});
