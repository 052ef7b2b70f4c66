import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyBetween } from './order';

interface Golden {
  between: { low: string | null; high: string | null; key: string | null }[];
}

/** The same vectors that the server's own order keys are tested with. */
const golden = JSON.parse(
  readFileSync(new URL('../../../crates/engine/tests/golden/order_keys.json', import.meta.url), 'utf8'),
) as Golden;

describe('order keys', () => {
  test('are the keys the server makes', () => {
    const keys = golden.between.filter(({ key }) => key !== null);
    expect(keys.length).toBeGreaterThan(200);
    expect(keys.map(({ low, high }) => ({ low, high, key: keyBetween(low, high) }))).toEqual(keys);
  });

  test('exist also where two people took the same place at once', () => {
    expect(keyBetween('a1', 'a1') > 'a1').toBe(true);
  });
});
