import { generateKeyBetween } from 'fractional-indexing';

/** Returns an order key between two neighbours; `null` stands for no neighbour on that side. */
export function keyBetween(low: string | null, high: string | null): string {
  // Keys made by two people at once can be equal until the server has told them apart: there is nothing between them.
  if (low !== null && high !== null && low >= high) return generateKeyBetween(low, null);
  return generateKeyBetween(low, high);
}
