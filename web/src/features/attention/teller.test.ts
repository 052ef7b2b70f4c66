import { beforeEach, describe, expect, test } from 'vitest';
import type { Lock } from '@/lib/lock';
import { type KeyValues, memoryStorage } from '@/lib/storage';
import { anInboxItem } from '../../../tests/support/inbox';
import { Teller } from './teller';

let storage: KeyValues;
let shown: string[];
let closed: string[];
let waiting: (() => void)[];
let locked: Promise<unknown>;

/** One after the other, as the tabs of a browser do it. */
const lock: Lock = (run) => {
  const next = locked.then(run);
  locked = next.catch(() => {});
  return next;
};

function tab(isVisible: boolean, isOn = true) {
  const state = { isVisible };
  const teller = new Teller({
    storage,
    lock,
    isVisible: () => state.isVisible,
    isOn: () => isOn,
    later: (_, run) => waiting.push(run),
    show: (item) => shown.push(item.request_id ?? ''),
    close: (key) => closed.push(key),
  });
  return Object.assign(state, { see: (...ids: string[]) => teller.see(ids.map((id) => anInboxItem(id))) });
}

async function timePasses(): Promise<void> {
  for (const run of waiting.splice(0)) run();
  await new Promise((resolve) => setTimeout(resolve));
  await locked;
}

beforeEach(() => {
  storage = memoryStorage();
  [shown, closed, waiting] = [[], [], []];
  locked = Promise.resolve();
});

describe('somebody who looks elsewhere', () => {
  test('is told of what is new, once', async () => {
    const page = tab(false);
    page.see('old');
    page.see('old', 'new');
    await timePasses();
    page.see('old', 'new');
    await timePasses();
    expect(shown).toEqual(['new']);
  });

  test('is told once by several tabs', async () => {
    const [one, other] = [tab(false), tab(false)];
    for (const page of [one, other]) page.see();
    for (const page of [one, other]) page.see('new');
    await timePasses();
    expect(shown).toEqual(['new']);
  });

  test('is not told of what was answered meanwhile, and what was shown goes', async () => {
    const page = tab(false);
    page.see();
    page.see('new');
    page.see();
    await timePasses();
    expect(shown).toEqual([]);
    expect(closed).toEqual(['new']);
  });

  test('is not told if that is off', async () => {
    const page = tab(false, false);
    page.see();
    page.see('new');
    await timePasses();
    expect(shown).toEqual([]);
  });
});

test('whoever looks at one tab is told by none', async () => {
  const [hidden, visible] = [tab(false), tab(true)];
  for (const page of [hidden, visible]) page.see();
  hidden.see('new');
  visible.see('new');
  await timePasses();
  expect(shown).toEqual([]);
});

test('whoever comes back in time has seen it', async () => {
  const page = tab(false);
  page.see();
  page.see('new');
  page.isVisible = true;
  await timePasses();
  page.isVisible = false;
  page.see();
  page.see('new');
  await timePasses();
  expect(shown).toEqual([]);
});

test('a broken memory is an empty one', async () => {
  storage.setItem('tandem.told', '{');
  const page = tab(false);
  page.see();
  page.see('new');
  await timePasses();
  expect(shown).toEqual(['new']);
});
