import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeClock, settle } from '../../tests/live/fake-clock';
import { readRows } from '../../tests/live/read-rows';
import { ModelSession, SESSION } from '../../tests/live/session-model';
import { Script, type Step, step } from '../../tests/live/session-script';
import { LiveSession } from './session';
import type { EventRange, Session } from './session-wire';
import type { Outbound } from './wire';

/** A session, and the server that it is followed on. */
function setUp(server = new ModelSession()) {
  const clock = new FakeClock();
  const sent: Outbound[] = [];
  const asked: EventRange[] = [];
  let isReachable = true;
  const session = new LiveSession(SESSION, {
    clock,
    random: () => 1,
    send: (message) => {
      sent.push(message);
      server.hear(message, (answer) => session.hear(answer));
    },
    events: async (_, range) => {
      asked.push(range);
      if (!isReachable) throw new TypeError('no network');
      return server.page({ ...range, limit: Math.min(range.limit, 7) });
    },
  });
  const script = new Script();
  return {
    session,
    server,
    clock,
    sent,
    asked,
    play: (next: Step) => {
      for (const event of script.play(next)) server.append(event);
    },
    reach: (now: boolean) => {
      isReachable = now;
    },
    cut: () => {
      server.drop();
      session.disconnected();
    },
  };
}

const say = (text: string): Step => ({ do: 'delta', kind: 'text', text });

async function allOlder(session: LiveSession): Promise<void> {
  for (let page = 0; page < 100 && !session.state().isWhole; page += 1) await session.loadOlder();
}

describe('a session', () => {
  test('opens with the last page and follows from there', async () => {
    const { session, asked, sent, clock, play } = setUp();
    for (let each = 0; each < 20; each += 1) play({ do: 'notice' });
    session.connected();
    session.follow();
    await settle();
    expect(asked).toMatchObject([{ before: Number.MAX_SAFE_INTEGER }]);
    expect(sent).toEqual([{ type: 'follow', session: SESSION, after: 20, lean: true }]);
    play({ do: 'notice' });
    await clock.pass(20);
    expect(readRows(session.transcript)).toHaveLength(8);
    expect(session.state()).toMatchObject({ phase: 'live', isWhole: false });
    await session.loadOlder();
    expect(asked.at(-1)).toMatchObject({ before: 14 });
    expect(readRows(session.transcript)).toHaveLength(15);
  });

  test('goes on after a break where it stopped', async () => {
    const { session, sent, clock, play, cut } = setUp();
    session.connected();
    session.follow();
    await settle();
    play(say('one '));
    await clock.pass(20);
    cut();
    expect(session.state().phase).toBe('behind');
    play(say('two'));
    play({ do: 'close' });
    session.connected();
    await clock.pass(20);
    expect(sent.at(-1)).toMatchObject({ type: 'follow', after: 1 });
    expect(readRows(session.transcript)).toMatchObject([{ text: 'one two', state: 'closed' }]);
    expect(session.state().phase).toBe('live');
  });

  test('keeps trying while its first page cannot be had', async () => {
    const { session, clock, play, reach } = setUp();
    reach(false);
    play({ do: 'notice' });
    session.connected();
    session.follow();
    await clock.pass(5_000);
    expect(session.state().phase).toBe('loading');
    reach(true);
    await clock.pass(20_000);
    expect(readRows(session.transcript)).toHaveLength(1);
  });

  test('says when it is not there, and when it cannot be shown', async () => {
    const { session } = setUp();
    session.connected();
    session.follow();
    await settle();
    session.hear({
      type: 'error',
      session: SESSION,
      status: 404,
      code: 'not_found',
      message: 'No such session.',
    });
    expect(session.state()).toMatchObject({ phase: 'gone' });
  });

  test('tries again when the server is busy', async () => {
    const { session, sent, clock } = setUp();
    session.connected();
    session.follow();
    await settle();
    session.hear({ type: 'error', session: SESSION, status: 503, message: 'Busy.' });
    await clock.pass(5_000);
    expect(sent.filter(({ type }) => type === 'follow')).toHaveLength(2);
  });

  test('is left when nobody looks', async () => {
    const { session, sent } = setUp();
    session.connected();
    const leave = session.follow();
    await settle();
    leave();
    leave();
    expect(sent.map(({ type }) => type)).toEqual(['follow', 'unfollow']);
  });

  test('fetches a text that it was thought to have heard', async () => {
    const { session, server, clock, play } = setUp();
    for (let each = 0; each < 9; each += 1) play(say(`${each}`));
    session.connected();
    session.follow();
    await settle();
    // A server that counts what was read over HTTP as heard.
    const message = {
      n: 10,
      type: 'assistant_message',
      data: { kind: 'text', text: '012345678' },
      at: '',
    } as const;
    server.drop();
    server.append(message);
    session.hear({
      type: 'event',
      session: SESSION,
      n: 10,
      event: 'assistant_message',
      data: { kind: 'text' },
    });
    await clock.pass(20);
    expect(readRows(session.transcript)).toMatchObject([{ text: '012345678', state: 'closed' }]);
  });

  test('an old answer does not replace newer news', () => {
    const { session } = setUp();
    const at = (last_event: number) => ({ id: SESSION, last_event }) as Session;
    session.put(at(5));
    session.put(at(4));
    expect(session.state().session?.last_event).toBe(5);
  });
});

type Weather = { readonly weather: 'cut' | 'connect' | 'older' | 'wait' };

const weather = fc.record({
  weather: fc.constantFrom<Weather['weather']>('cut', 'connect', 'older', 'wait'),
});
const days = fc.array(
  fc.oneof({ weight: 4, arbitrary: step }, { weight: 1, arbitrary: weather }) as fc.Arbitrary<Step | Weather>,
  { maxLength: 80 },
);

test('in bad weather nothing is lost and nothing comes twice', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), days, async (before, during) => {
      const { session, server, clock, play, cut } = setUp();
      for (const each of before) play(each);
      session.follow();
      session.connected();
      for (const each of during) {
        if ('do' in each) play(each);
        else if (each.weather === 'cut') cut();
        else if (each.weather === 'connect') session.connected();
        else if (each.weather === 'older') void session.loadOlder();
        else await clock.pass(50);
      }
      session.connected();
      await clock.pass(60_000);
      await allOlder(session);

      const fresh = setUp(server);
      fresh.session.follow();
      fresh.session.connected();
      await fresh.clock.pass(100);
      await allOlder(fresh.session);
      expect(readRows(session.transcript)).toEqual(readRows(fresh.session.transcript));
    }),
    { numRuns: 500 },
  );
});
