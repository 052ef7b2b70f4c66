import { describe, expect, test } from 'vitest';
import { Cards } from './cards';
import type { CardStatus } from './cards-wire';

class HeldClock {
  #time = Date.parse('2026-03-01T12:00:00Z');
  #timers: { at: number; callback: () => void }[] = [];
  now = () => this.#time;
  after = (milliseconds: number, callback: () => void) => {
    const timer = { at: this.#time + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };
  pass(milliseconds: number): void {
    this.#time += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#time);
    this.#timers = this.#timers.filter(({ at }) => at > this.#time);
    for (const { callback } of due) callback();
  }
}

function status(card: string, more: Partial<CardStatus> = {}): CardStatus {
  return {
    card_id: card,
    board_id: 'b',
    column_id: 'code',
    phase: 'running',
    scripted: false,
    cost_usd: 0,
    ...more,
  };
}

function open() {
  const clock = new HeldClock();
  const cards = new Cards('b', clock);
  const calls: string[] = [];
  for (const card of ['x', 'y', 'z']) cards.subscribe(card, () => calls.push(card));
  for (const column of ['plan', 'code']) cards.subscribeColumn(column, () => calls.push(column));
  const hear = (list: CardStatus[], more: { whole?: boolean; gone?: string[] } = {}) => {
    calls.length = 0;
    cards.hear({ type: 'cards', board: 'b', cards: list, ...more });
    return calls;
  };
  return { cards, clock, hear, calls };
}

describe('what the server says', () => {
  test('is told to those who listen to that card, and to its column', () => {
    const { cards, hear } = open();
    expect(hear([status('x')], { whole: true })).toEqual(['x', 'code']);
    expect(hear([status('y', { phase: 'finished' })])).toEqual(['y']);
    expect([cards.status('x')?.phase, cards.status('y')?.phase, cards.status('z')]).toEqual([
      'running',
      'finished',
      undefined,
    ]);
    expect([cards.atWork('code'), cards.atWork('plan')]).toEqual([1, 0]);
  });

  test('replaces all that was known when it is the whole, as after a reconnect', () => {
    const { cards, hear } = open();
    hear([status('x'), status('y')], { whole: true });
    expect(hear([status('y', { cost_usd: 2 })], { whole: true })).toEqual(['y', 'x', 'code']);
    expect([cards.status('x'), cards.status('y')?.cost_usd]).toEqual([undefined, 2]);
  });

  test('forgets a card that is gone', () => {
    const { cards, hear } = open();
    hear([status('x')], { whole: true });
    expect(hear([], { gone: ['x'] })).toEqual(['x', 'code']);
    expect(cards.status('x')).toBeUndefined();
  });

  test('is known once the whole has come', () => {
    const { cards, hear } = open();
    let known = 0;
    cards.subscribeKnown(() => {
      known += 1;
    });
    hear([status('x')]);
    expect([cards.isKnown, known]).toEqual([false, 0]);
    hear([], { whole: true });
    hear([], { whole: true });
    expect([cards.isKnown, known]).toEqual([true, 1]);
  });
});

describe('a card that was dropped where work starts', () => {
  test('starts at once, and is what the server says as soon as that says anything', () => {
    const { cards, hear, calls } = open();
    hear([status('x', { phase: 'finished', cost_usd: 1 })], { whole: true });
    cards.expectStart('x', 'plan', 'plan');
    expect(calls).toEqual(['x', 'x', 'plan']);
    expect(cards.status('x')).toMatchObject({
      phase: 'starting',
      mode: 'plan',
      column_id: 'plan',
      cost_usd: 1,
    });
    expect(hear([status('x', { phase: 'lined_up', column_id: 'plan' })])).toEqual(['x', 'plan']);
    expect(cards.status('x')?.phase).toBe('lined_up');
  });

  test('is as it was if nothing comes of it', () => {
    const { cards, clock } = open();
    cards.expectStart('x', 'plan', 'plan');
    expect(cards.atWork('plan')).toBe(1);
    clock.pass(8_000);
    expect([cards.status('x'), cards.atWork('plan')]).toEqual([undefined, 0]);
  });

  test('is left alone while an agent works on it', () => {
    const { cards, hear } = open();
    hear([status('x')], { whole: true });
    cards.expectStart('x', 'plan', 'plan');
    expect(cards.status('x')?.phase).toBe('running');
  });
});

describe('the answer to a command', () => {
  test('is shown at once', async () => {
    const { cards } = open();
    await cards.take('x', Promise.resolve(status('x', { phase: 'starting' })));
    expect(cards.status('x')?.phase).toBe('starting');
  });

  test('is too old when the socket was faster', async () => {
    const { cards, hear } = open();
    const answer = cards.take('x', Promise.resolve(status('x', { phase: 'starting' })));
    hear([status('x', { phase: 'waiting' })]);
    await answer;
    expect(cards.status('x')?.phase).toBe('waiting');
  });
});
