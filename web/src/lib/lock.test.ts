import { expect, test } from 'vitest';
import { LOCK_LIFE_MS, type LockClock, storageLock } from './lock';
import { memoryStorage } from './storage';

/** A clock whose sleepers wake in order of their time, all in one go. */
function fakeClock(): LockClock & { run: () => Promise<void> } {
  let time = 1_000;
  let seed = 7;
  let sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => time,
    random: () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    },
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: time + ms, wake })),
    run: async () => {
      for (let turns = 0; turns < 5_000; turns += 1) {
        for (let ticks = 0; ticks < 10; ticks += 1) await Promise.resolve();
        const next = sleepers.toSorted((a, b) => a.at - b.at)[0];
        if (!next) return;
        sleepers = sleepers.filter((other) => other !== next);
        time = next.at;
        next.wake();
      }
    },
  };
}

test('many tabs that want it at once get it one after the other', async () => {
  const clock = fakeClock();
  const storage = memoryStorage();
  let inside = 0;
  let most = 0;
  const done: number[] = [];
  const tabs = [1, 2, 3, 4, 5].map((tab) =>
    storageLock(
      'refresh',
      storage,
      clock,
    )(async () => {
      inside += 1;
      most = Math.max(most, inside);
      await clock.sleep(200);
      inside -= 1;
      done.push(tab);
      return tab;
    }),
  );
  await clock.run();
  expect((await Promise.all(tabs)).toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect(done).toHaveLength(5);
  expect(most).toBe(1);
});

test('a failure frees it', async () => {
  const clock = fakeClock();
  const lock = storageLock('refresh', memoryStorage(), clock);
  const failed = lock(() => Promise.reject(new Error('offline')));
  failed.catch(() => {});
  await clock.run();
  await expect(failed).rejects.toThrow('offline');
  const next = lock(async () => 'mine');
  await clock.run();
  expect(await next).toBe('mine');
});

test('what a closed tab left behind does not block for ever', async () => {
  const clock = fakeClock();
  const storage = memoryStorage();
  storage.setItem('tandem.lock.refresh', `gone ${clock.now() + LOCK_LIFE_MS}`);
  const before = clock.now();
  const taken = storageLock('refresh', storage, clock)(async () => clock.now());
  await clock.run();
  expect((await taken) - before).toBeGreaterThanOrEqual(LOCK_LIFE_MS);
});

test('a lock from a clock that was ahead is ignored', async () => {
  const clock = fakeClock();
  const storage = memoryStorage();
  storage.setItem('tandem.lock.refresh', `gone ${clock.now() + 10 * LOCK_LIFE_MS}`);
  const taken = storageLock('refresh', storage, clock)(async () => clock.now());
  await clock.run();
  expect(await taken).toBeLessThan(2_000);
});
