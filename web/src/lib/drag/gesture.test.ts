import { describe, expect, it } from 'vitest';
import { type GestureEffect, type GestureEvent, IDLE, nextGesture, type PointerKind } from './gesture';

function effects(...events: GestureEvent[]): GestureEffect[] {
  let gesture = IDLE;
  return events.map((event) => {
    const [next, effect] = nextGesture(gesture, event);
    gesture = next;
    return effect;
  });
}

const press = (by: PointerKind, pointer = 1): GestureEvent => ({
  type: 'press',
  pointer,
  by,
  at: { x: 0, y: 0 },
});
const move = (x: number, y = 0, pointer = 1): GestureEvent => ({ type: 'move', pointer, at: { x, y } });
const release = (pointer = 1): GestureEvent => ({ type: 'release', pointer });
const interrupt = (pointer = 1): GestureEvent => ({ type: 'interrupt', pointer });

describe('a mouse', () => {
  it('lifts after four pixels and drops where it lets go', () => {
    expect(effects(press('mouse'), move(3), move(4), move(90), release())).toEqual([
      'none',
      'none',
      'lift',
      'follow',
      'drop',
    ]);
  });
  it('clicks when it hardly moves', () => {
    expect(effects(press('mouse'), move(1, 1), release())).toEqual(['none', 'none', 'forget']);
  });
  it('takes the way in both directions together', () => {
    expect(effects(press('mouse'), move(3, 3))).toEqual(['none', 'lift']);
  });
});

describe('a finger', () => {
  it('lifts after resting', () => {
    expect(effects(press('touch'), { type: 'held' }, move(50), release())).toEqual([
      'hold',
      'lift',
      'follow',
      'drop',
    ]);
  });
  it('scrolls when it moves first', () => {
    expect(effects(press('touch'), move(0, 12), { type: 'held' }, move(0, 40))).toEqual([
      'hold',
      'forget',
      'none',
      'none',
    ]);
  });
  it('may tremble while it rests', () => {
    expect(effects(press('touch'), move(4, 4), { type: 'held' })).toEqual(['hold', 'none', 'lift']);
  });
  it('pinches when a second one comes before it has lifted', () => {
    expect(effects(press('touch'), press('touch', 2))).toEqual(['hold', 'forget']);
  });
});

describe('a lifted item', () => {
  const lift: GestureEvent[] = [press('touch'), { type: 'held' }];
  it('goes back on Escape', () => expect(effects(...lift, { type: 'escape' }).at(-1)).toBe('cancel'));
  it('goes back when the browser takes the pointer away', () =>
    expect(effects(...lift, interrupt()).at(-1)).toBe('cancel'));
  it('does not mind other pointers', () => {
    expect(effects(...lift, press('touch', 2), move(5, 5, 2), release(2), interrupt(2)).slice(2)).toEqual([
      'none',
      'none',
      'none',
      'none',
    ]);
  });
});
