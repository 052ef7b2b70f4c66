import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSamePlace, orderAt, placeAt } from './place';

describe('placeAt', () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  it('is last in an empty list', () => expect(placeAt([], [], 'x', 0)).toEqual({}));
  it('is before the first for the first gap', () =>
    expect(placeAt(all, all, 'x', 0)).toEqual({ before: 'a' }));
  it('is after the one above the gap', () => expect(placeAt(all, all, 'x', 2)).toEqual({ after: 'b' }));
  it('is last for the last gap', () => expect(placeAt(all, all, 'x', 5)).toEqual({}));
  it('does not name the moved one itself', () => expect(placeAt(all, all, 'b', 1)).toEqual({ after: 'a' }));
  it('goes beside the visible neighbour when others are hidden', () => {
    expect(placeAt(['b', 'd'], all, 'x', 1)).toEqual({ after: 'b' });
    expect(placeAt(['b', 'd'], all, 'x', 2)).toEqual({ after: 'd' });
    expect(placeAt(['b', 'd'], all, 'x', 0)).toEqual({ before: 'b' });
  });
  it('goes last where everything is hidden', () => expect(placeAt([], all, 'x', 0)).toEqual({}));

  it('puts the moved one between the visible neighbours of the gap, for any filter', () => {
    const ids = fc.uniqueArray(fc.nat(40).map(String), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(ids, fc.array(fc.boolean(), { maxLength: 20 }), fc.nat(), fc.nat(), (list, shown, a, b) => {
        const visible = list.filter((_, index) => shown[index] ?? true);
        const moving = list[a % list.length] ?? '';
        const staying = visible.filter((id) => id !== moving);
        const gap = b % (staying.length + 1);
        const order = orderAt(list, moving, placeAt(visible, list, moving, gap));
        const seen = order.filter((id) => id === moving || staying.includes(id));
        expect(seen).toEqual([...staying.slice(0, gap), moving, ...staying.slice(gap)]);
        expect(order.filter((id) => id !== moving)).toEqual(list.filter((id) => id !== moving));
      }),
    );
  });
});

describe('isSamePlace', () => {
  it('holds for the gaps on both sides of where it is', () => {
    const all = ['a', 'b', 'c'];
    expect(isSamePlace(all, 'b', placeAt(all, all, 'b', 1))).toBe(true);
    expect(isSamePlace(all, 'b', placeAt(all, all, 'b', 0))).toBe(false);
    expect(isSamePlace(all, 'x', {})).toBe(false);
  });
});
