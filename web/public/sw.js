// Keeps the app's own files, so that a reload works without a network. It never touches the API.
const PREFIX = 'tandem-';
const SHELL = '/';
const MANIFEST = '/assets/manifest.json';
const PUBLIC = ['/theme.js', '/icon.svg', '/icon-waiting.svg', '/icon-192.png', '/manifest.webmanifest'];
/** The newest version, and the one that an open tab may still run. */
const VERSIONS_KEPT = 2;
/** A server that is silent for so long counts as absent. */
const NAVIGATION_MS = 4000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepNewest().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (/^\/(api|mcp)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') {
    event.respondWith(navigate(request));
    // This file stays the same when the app is updated, so the app's own list of files is looked at.
    event.waitUntil(keepNewest().catch(() => {}));
  } else if (pathname.startsWith('/assets/') && pathname !== MANIFEST) {
    event.respondWith(cacheFirst(request));
  } else if (PUBLIC.includes(pathname)) {
    event.respondWith(networkFirst(request));
  }
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data?.path ?? SHELL));
});

/** Leads an open tab to a path, the one that is looked at before others; opens one if there is none. */
async function openAt(path) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ visibilityState }) => visibilityState === 'visible') ?? tabs[0];
  if (!tab) return self.clients.openWindow(path);
  tab.postMessage({ type: 'open', path });
  return tab.focus();
}

/** Fetches the page and every file it may ask for, under the name of their version, unless they are here. */
async function keepNewest() {
  const response = await fetch(MANIFEST, { cache: 'no-store' });
  if (!response.ok) throw new Error(`The list of files answered ${response.status}.`);
  const text = await response.text();
  const name = PREFIX + (await digest(text));
  if (await caches.has(name)) return;
  const paths = [SHELL, ...PUBLIC, ...filesOf(JSON.parse(text))];
  try {
    const cache = await caches.open(name);
    await cache.addAll(paths.map((path) => new Request(path, { cache: 'no-cache' })));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  await forgetOld();
}

async function forgetOld() {
  const old = (await versions()).slice(VERSIONS_KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The names of the versions, the newest first. */
async function versions() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX)).reverse();
}

function filesOf(manifest) {
  const files = new Set();
  for (const { file, css = [], assets = [] } of Object.values(manifest)) {
    for (const path of [file, ...css, ...assets]) files.add(`/${path}`);
  }
  return [...files];
}

async function digest(text) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)]
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

async function kept(request) {
  for (const name of await versions()) {
    const cache = await caches.open(name);
    const found = await cache.match(request, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** Files under /assets are named by their contents, so a known one never changes. */
async function cacheFirst(request) {
  return (await kept(request)) ?? fetch(request);
}

async function networkFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(request);
    if (found) return found;
    throw error;
  }
}

/** Every address of the app is the same page. */
async function navigate(request) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(NAVIGATION_MS) });
    return response.status < 500 ? response : ((await kept(SHELL)) ?? response);
  } catch (error) {
    const found = await kept(SHELL);
    if (found) return found;
    throw error;
  }
}
