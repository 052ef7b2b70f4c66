import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';

const code = readFileSync(new URL('../../public/sw.js', import.meta.url), 'utf8');
const ORIGIN = 'http://tandem.test';

type Handler = (event: FakeEvent) => void;

interface FakeEvent {
  request: { url: string; method: string; mode: string };
  respondWith: (response: Promise<Response>) => void;
  waitUntil: (work: Promise<unknown>) => void;
}

/** The parts of a browser that the worker uses, with a server that can be updated and switched off. */
function browser() {
  const handlers = new Map<string, Handler>();
  const stored = new Map<string, Map<string, string>>();
  const tabs: {
    visibilityState: string;
    postMessage: (data: unknown) => void;
    focus: () => Promise<void>;
  }[] = [];
  const opened: string[] = [];
  const server = { up: true, version: 'v1', asked: [] as string[] };
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;

  const fetch = async (request: string | { url: string }) => {
    const path = pathOf(request);
    server.asked.push(path);
    if (!server.up) throw new TypeError('Failed to fetch');
    if (path !== '/assets/manifest.json') return new Response(`${path} of ${server.version}`);
    const entry = { file: `assets/index-${server.version}.js`, css: [`assets/index-${server.version}.css`] };
    return Response.json({ 'index.html': entry });
  };
  const cacheOf = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, string>();
    stored.set(name, entries);
    return {
      addAll: async (requests: { url: string }[]) => {
        for (const request of requests) entries.set(pathOf(request), await (await fetch(request)).text());
      },
      match: async (request: string | { url: string }) => {
        const text = entries.get(pathOf(request));
        return text === undefined ? undefined : new Response(text);
      },
    };
  };
  const caches = {
    open: async (name: string) => cacheOf(name),
    has: async (name: string) => stored.has(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  };
  const self = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    skipWaiting: async () => {},
    clients: {
      claim: async () => {},
      matchAll: async () => tabs,
      openWindow: async (path: string) => void opened.push(path),
    },
  };
  class FakeRequest {
    readonly url: string;
    constructor(path: string) {
      this.url = ORIGIN + path;
    }
  }
  const parts = { self, caches, fetch, location: { origin: ORIGIN }, Request: FakeRequest };
  new Function(...Object.keys(parts), code)(...Object.values(parts));

  const fire = async (type: string, path = '/', { method = 'GET', mode = 'cors' } = {}) => {
    let answer: Promise<Response> | null = null;
    const work: Promise<unknown>[] = [];
    handlers.get(type)?.({
      request: { url: new URL(path, ORIGIN).href, method, mode },
      respondWith: (response) => {
        answer = response;
      },
      waitUntil: (promise) => work.push(promise),
    });
    const response = (await answer) as Response | null;
    await Promise.all(work);
    return response ? response.text() : null;
  };
  const click = async (path: string) => {
    const work: Promise<unknown>[] = [];
    let isClosed = false;
    const notification = { data: { path }, close: () => (isClosed = true) };
    const event = { notification, waitUntil: (promise: Promise<unknown>) => work.push(promise) };
    handlers.get('notificationclick')?.(event as unknown as FakeEvent);
    await Promise.all(work);
    return isClosed;
  };
  return { server, stored, tabs, opened, fire, click };
}

let page: ReturnType<typeof browser>;

beforeEach(async () => {
  page = browser();
  await page.fire('install');
  page.server.asked = [];
});

test('what belongs to programs, to others or changes something is left alone', async () => {
  expect(await page.fire('fetch', '/api/me')).toBeNull();
  expect(await page.fire('fetch', '/api')).toBeNull();
  expect(await page.fire('fetch', '/mcp')).toBeNull();
  expect(await page.fire('fetch', '/assets/index-v1.js', { method: 'POST' })).toBeNull();
  expect(await page.fire('fetch', 'http://elsewhere.test/assets/index-v1.js')).toBeNull();
  expect(page.server.asked).toEqual([]);
});

test.each(['/api/inbox', '/api/projects/1/rules?x=1', '/mcp/'])(
  '%s is neither answered from here nor kept, with and without a network',
  async (path) => {
    for (const mode of ['cors', 'navigate']) {
      page.server.up = mode === 'cors';
      expect(await page.fire('fetch', path, { mode })).toBeNull();
    }
    for (const files of page.stored.values()) {
      expect([...files.keys()].filter((file) => /^\/(api|mcp)/.test(file))).toEqual([]);
    }
  },
);

test('a click on a notification leads the tab that is looked at, else another, else a new one', async () => {
  const heard: string[] = [];
  const tab = (name: string, visibilityState: string) => ({
    visibilityState,
    postMessage: (data: unknown) => heard.push(`${name} ${JSON.stringify(data)}`),
    focus: async () => void heard.push(`${name} in front`),
  });
  expect(await page.click('/p/1')).toBe(true);
  expect(page.opened).toEqual(['/p/1']);
  page.tabs.push(tab('hidden', 'hidden'), tab('visible', 'visible'));
  await page.click('/p/2');
  page.tabs.pop();
  await page.click('/p/3');
  expect(heard).toEqual([
    'visible {"type":"open","path":"/p/2"}',
    'visible in front',
    'hidden {"type":"open","path":"/p/3"}',
    'hidden in front',
  ]);
  expect(page.opened).toHaveLength(1);
});

test('a known file is not fetched again', async () => {
  expect(await page.fire('fetch', '/assets/index-v1.js')).toBe('/assets/index-v1.js of v1');
  expect(page.server.asked).toEqual([]);
});

test('without a network every address shows the page, with its files', async () => {
  page.server.up = false;
  expect(await page.fire('fetch', '/p/1/b/2', { mode: 'navigate' })).toBe('/ of v1');
  expect(await page.fire('fetch', '/assets/index-v1.css')).toBe('/assets/index-v1.css of v1');
  expect(await page.fire('fetch', '/theme.js')).toBe('/theme.js of v1');
});

test('with a network the newest page is shown, and its version kept for later', async () => {
  page.server.version = 'v2';
  expect(await page.fire('fetch', '/settings', { mode: 'navigate' })).toBe('/settings of v2');
  page.server.up = false;
  expect(await page.fire('fetch', '/settings', { mode: 'navigate' })).toBe('/ of v2');
  expect(await page.fire('fetch', '/assets/index-v2.js')).toBe('/assets/index-v2.js of v2');
});

test('an open tab of the last version still finds its files; older ones are gone', async () => {
  for (const version of ['v2', 'v3']) {
    page.server.version = version;
    await page.fire('fetch', '/', { mode: 'navigate' });
  }
  expect(page.stored.size).toBe(2);
  page.server.up = false;
  expect(await page.fire('fetch', '/assets/index-v2.js')).toBe('/assets/index-v2.js of v2');
  await expect(page.fire('fetch', '/assets/index-v1.js')).rejects.toThrow('Failed to fetch');
});

test('a version of which not everything came is not kept', async () => {
  const fresh = browser();
  fresh.server.up = false;
  await expect(fresh.fire('install')).rejects.toThrow();
  expect(fresh.stored.size).toBe(0);
});
