import { expect, test, vi } from 'vitest';
import type { Lock } from './lock';
import { type KeyValues, memoryStorage } from './storage';
import {
  createTokens,
  EARLY_MS,
  type Grant,
  SESSION_KEY,
  type Tokens,
  Unreachable,
  type User,
} from './tokens';

const ada: User = {
  id: 'u1',
  email: 'ada@example.org',
  name: 'Ada',
  role: 'admin',
  created_at: '2026-01-01T00:00:00Z',
};

function grant(number: number): Grant {
  return { user: ada, access_token: `access-${number}`, refresh_token: `refresh-${number}`, expires_in: 900 };
}

/** One lock for all tabs, as the browser has it. */
function sharedLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run, run);
    last = turn.catch(() => {});
    return turn;
  };
}

/** A server that hands out numbered tokens and logs out whoever shows a used one. */
function fakeServer() {
  let current = 1;
  let revoked = false;
  return {
    /** How many of the next exchanges never arrive. */
    failures: 0,
    asked: 0,
    async exchange(this: { failures: number; asked: number }, refresh: string): Promise<Grant | null> {
      this.asked += 1;
      await Promise.resolve();
      if (this.failures > 0) {
        this.failures -= 1;
        throw new TypeError('Failed to fetch');
      }
      if (revoked || refresh !== `refresh-${current}`) {
        revoked = true;
        return null;
      }
      current += 1;
      return grant(current);
    },
    revoke: () => {
      revoked = true;
    },
  };
}

function setup(tabs = 1) {
  const storage = memoryStorage();
  const server = fakeServer();
  const lock = sharedLock();
  const clock = { now: 1_000_000 };
  const all = Array.from({ length: tabs }, () =>
    createTokens({ storage, lock, now: () => clock.now, exchange: (refresh) => server.exchange(refresh) }),
  );
  const [first] = all;
  if (!first) throw new Error('a test needs a tab');
  first.signIn(grant(1));
  return { storage, server, clock, tabs: all, tab: first };
}

/** A tab whose refresh waits for the server; `answer` lets it come and returns what the caller got. */
async function renewing() {
  let resolve: ((grant: Grant | null) => void) | undefined;
  const tab = createTokens({
    storage: memoryStorage(),
    lock: sharedLock(),
    now: () => 0,
    exchange: () =>
      new Promise((done) => {
        resolve = done;
      }),
  });
  tab.signIn(grant(1));
  const result = tab.renew('access-1');
  await vi.waitUntil(() => resolve !== undefined);
  const answer = (value: Grant | null) => {
    resolve?.(value);
    return result;
  };
  return { tab, answer };
}

test('a fresh token is used as it is', async () => {
  const { tab, server } = setup();
  expect(await tab.access()).toBe('access-1');
  expect(server.asked).toBe(0);
});

test('signed out is null, without asking', async () => {
  const { tab, server } = setup();
  expect(tab.signOut()).toBe('refresh-1');
  expect(await tab.access()).toBeNull();
  expect(await tab.renew('access-1')).toBeNull();
  expect(server.asked).toBe(0);
});

test('it is refreshed a minute before it expires', async () => {
  const { tab, clock, server } = setup();
  clock.now += 900_000 - EARLY_MS - 1;
  expect(await tab.access()).toBe('access-1');
  clock.now += 1;
  expect(await tab.access()).toBe('access-2');
  expect(server.asked).toBe(1);
  expect(tab.session()?.expires_at).toBe(clock.now + 900_000);
});

test('many calls at once refresh once', async () => {
  const { tab, clock, server } = setup();
  clock.now += 900_000;
  expect(await Promise.all([tab.access(), tab.access(), tab.renew('access-1')])).toEqual([
    'access-2',
    'access-2',
    'access-2',
  ]);
  expect(server.asked).toBe(1);
});

test('of two tabs one refreshes and the other takes what it got', async () => {
  const { tabs, clock, server } = setup(2);
  clock.now += 900_000;
  expect(await Promise.all(tabs.map((tab) => tab.access()))).toEqual(['access-2', 'access-2']);
  expect(server.asked).toBe(1);
});

test('two tabs whose token is refused refresh once between them', async () => {
  const { tabs, server } = setup(2);
  expect(await Promise.all(tabs.map((tab) => tab.renew('access-1')))).toEqual(['access-2', 'access-2']);
  expect(server.asked).toBe(1);
});

test('a token refused after another tab has refreshed needs no refresh', async () => {
  const { tabs, server } = setup(2);
  const [one, two] = tabs as [Tokens, Tokens];
  await one.renew('access-1');
  expect(await two.renew('access-1')).toBe('access-2');
  expect(server.asked).toBe(1);
});

test('a network failure signs nobody out, and the token that still holds is used', async () => {
  const { tab, clock, server } = setup();
  server.failures = 3;
  clock.now += 900_000 - 30_000;
  expect(await tab.access()).toBe('access-1');
  clock.now += 30_000;
  await expect(tab.access()).rejects.toThrow(Unreachable);
  await expect(tab.renew('access-1')).rejects.toThrow(Unreachable);
  expect(tab.session()?.user).toEqual(ada);
  server.failures = 0;
  expect(await tab.access()).toBe('access-2');
});

test('one tab fails to reach the server, the next in line succeeds, and both go on', async () => {
  const { tabs, clock, server } = setup(2);
  const [one, two] = tabs as [Tokens, Tokens];
  clock.now += 900_000;
  server.failures = 1;
  const results = await Promise.allSettled([one.access(), two.access()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await one.access()).toBe('access-2');
  expect(await two.access()).toBe('access-2');
});

test('a refused refresh signs out, in every tab', async () => {
  const { tabs, server } = setup(2);
  const [one, two] = tabs as [Tokens, Tokens];
  const heard = vi.fn();
  two.subscribe(heard);
  server.revoke();
  expect(await one.renew('access-1')).toBeNull();
  two.changed(SESSION_KEY);
  expect(heard).toHaveBeenCalled();
  expect(two.session()).toBeNull();
});

test('whoever signs in while a refresh is refused stays signed in', async () => {
  const { tab, answer } = await renewing();
  tab.signIn(grant(7));
  expect(await answer(null)).toBe('access-7');
  expect(tab.session()?.access).toBe('access-7');
});

test('a sign-out during a refresh is not undone by its answer', async () => {
  const { tab, answer } = await renewing();
  tab.signOut();
  expect(await answer(grant(2))).toBeNull();
  expect(tab.session()).toBeNull();
});

test('the session is the same object until it changes', () => {
  const { tab } = setup();
  expect(tab.session()).toBe(tab.session());
  const before = tab.session();
  tab.setUser({ ...ada, name: 'Ada L.' });
  expect(tab.session()).not.toBe(before);
  expect(tab.session()).toMatchObject({ access: 'access-1', user: { name: 'Ada L.' } });
});

test.each(['', 'null', '{"user":{}}', 'not json', '{"user":{"id":"u"},"access":1}'])(
  'what is stored and makes no sense (%j) is signed out',
  (stored) => {
    const storage: KeyValues = memoryStorage();
    storage.setItem(SESSION_KEY, stored);
    const tab = createTokens({ storage, lock: sharedLock(), now: () => 0, exchange: async () => null });
    expect(tab.session()).toBeNull();
  },
);
