import { expect, test, vi } from 'vitest';
import { createResources, FRESH_MS } from './resource';
import { memoryStorage } from './storage';

const nobody = () => {};

function setup(storage = memoryStorage()) {
  const clock = { now: 10_000 };
  return { clock, storage, resources: createResources({ storage, now: () => clock.now }) };
}

/** A server whose answers are given by hand, in the order of the questions. */
function byHand<T>() {
  const waiting: { resolve: (value: T) => void; reject: (error: unknown) => void }[] = [];
  const load = vi.fn(() => new Promise<T>((resolve, reject) => waiting.push({ resolve, reject })));
  const next = async (act: (one: (typeof waiting)[number]) => void) => {
    const one = waiting.shift();
    if (!one) throw new Error('nothing was asked');
    act(one);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    load,
    answer: (value: T) => next(({ resolve }) => resolve(value)),
    fail: (error: unknown) => next(({ reject }) => reject(error)),
  };
}

test('several that want the same ask once, and both hear', async () => {
  const { resources } = setup();
  const server = byHand<string[]>();
  const heard = [vi.fn(), vi.fn()];
  for (const listener of heard) resources.follow('projects', server.load, {}, listener);
  expect(resources.peek('projects', server.load)).toEqual({
    data: undefined,
    error: undefined,
    loading: true,
  });
  await server.answer(['one']);
  expect(server.load).toHaveBeenCalledTimes(1);
  expect(resources.peek('projects', server.load)).toEqual({
    data: ['one'],
    error: undefined,
    loading: false,
  });
  for (const listener of heard) expect(listener).toHaveBeenCalled();
});

test('the old answer is shown while the new one is on its way', async () => {
  const { resources, clock } = setup();
  const server = byHand<string>();
  resources.follow('me', server.load, {}, nobody);
  await server.answer('old');
  clock.now += FRESH_MS + 1;
  resources.follow('me', server.load, {}, nobody);
  expect(resources.peek('me', server.load)).toMatchObject({ data: 'old', loading: true });
  await server.answer('new');
  expect(resources.peek('me', server.load)).toMatchObject({ data: 'new', loading: false });
});

test('a fresh answer is not asked for again', async () => {
  const { resources } = setup();
  const server = byHand<string>();
  resources.follow('me', server.load, {}, nobody);
  await server.answer('here');
  resources.follow('me', server.load, {}, nobody);
  expect(server.load).toHaveBeenCalledTimes(1);
});

test('a failure keeps the last answer and goes away with the next', async () => {
  const { resources } = setup();
  const server = byHand<string>();
  resources.follow('me', server.load, {}, nobody);
  await server.answer('here');
  void resources.reload('me');
  await server.fail('offline');
  expect(resources.peek('me', server.load)).toEqual({ data: 'here', error: 'offline', loading: false });
  void resources.reload('me');
  await server.answer('here');
  expect(resources.peek('me', server.load)).toEqual({ data: 'here', error: undefined, loading: false });
});

test('what is kept is there at the next visit, and what is not is not', async () => {
  const { resources, storage } = setup();
  const kept = byHand<string[]>();
  const secret = byHand<string[]>();
  resources.follow('projects', kept.load, { keep: true }, nobody);
  resources.follow('tokens', secret.load, {}, nobody);
  await kept.answer(['one']);
  await secret.answer(['two']);
  const later = setup(storage).resources;
  expect(later.peek('projects', kept.load, { keep: true }).data).toEqual(['one']);
  expect(later.peek('tokens', secret.load).data).toBeUndefined();
  later.clear();
  expect(storage.keys()).toEqual([]);
});

test('a change made here is not undone by an answer that was asked for before it', async () => {
  const { resources } = setup();
  const server = byHand<string[]>();
  resources.follow('boards', server.load, {}, nobody);
  await server.answer(['a']);
  void resources.reload('boards');
  resources.update<string[]>('boards', (boards) => [...boards, 'b']);
  await server.answer(['a']);
  expect(resources.peek('boards', server.load)).toMatchObject({ data: ['a', 'b'], loading: true });
  await server.answer(['a', 'b']);
  expect(resources.peek('boards', server.load)).toMatchObject({ data: ['a', 'b'], loading: false });
});

test('an answer that says the same is the same object', async () => {
  const { resources } = setup();
  const server = byHand<string[]>();
  resources.follow('boards', server.load, {}, nobody);
  await server.answer(['a']);
  const before = resources.peek('boards', server.load).data;
  void resources.reload('boards');
  await server.answer(['a']);
  expect(resources.peek('boards', server.load).data).toBe(before);
});

test('only what is on the screen is asked for after an absence', async () => {
  const { resources } = setup();
  const shown = byHand<string>();
  const left = byHand<string>();
  resources.follow('shown', shown.load, {}, nobody);
  const leave = resources.follow('left', left.load, {}, nobody);
  await shown.answer('x');
  await left.answer('y');
  leave();
  void resources.reloadAll();
  expect(shown.load).toHaveBeenCalledTimes(2);
  expect(left.load).toHaveBeenCalledTimes(1);
});

test('an answer for somebody who has left is not kept', async () => {
  const { resources, storage } = setup();
  const server = byHand<string>();
  resources.follow('me', server.load, { keep: true }, nobody);
  resources.clear();
  await server.answer('secret');
  expect(storage.keys()).toEqual([]);
});

test('what changed while an answer was on its way is asked for again', async () => {
  const { resources } = setup();
  const server = byHand<string>();
  resources.follow('inbox', server.load, {}, nobody);
  void resources.refresh('inbox');
  await server.answer('too old');
  await server.answer('fresh');
  expect(resources.peek('inbox', server.load)).toMatchObject({ data: 'fresh', loading: false });
});
