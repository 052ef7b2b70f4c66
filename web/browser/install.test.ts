import { expect, test } from 'vitest';
import { setCast } from './support/cast';
import { expectComplaint, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

interface Manifest {
  readonly id: string;
  readonly start_url: string;
  readonly display: string;
  readonly icons: { src: string; sizes: string; type: string; purpose: string }[];
  readonly shortcuts: { url: string }[];
}

test('the app can be installed: its description and its icons are there', async () => {
  const page = await stage.visitor();
  await page.goto('/login');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await page.request.get(address ?? '')).json()) as Manifest;
  expect(manifest).toMatchObject({ id: '/', start_url: '/', display: 'standalone' });
  expect(manifest.shortcuts.map(({ url }) => url)).toContain('/inbox');
  const kinds = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(kinds).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const pictures = [...manifest.icons, { src: touch ?? '', sizes: '180x180', type: 'image/png' }];
  for (const { src, sizes, type } of pictures) {
    const answer = await page.request.get(src);
    expect([answer.status(), answer.headers()['content-type']], src).toEqual([200, type]);
    if (type !== 'image/png') continue;
    // The width and the height of a PNG stand at a fixed place.
    const bytes = await answer.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A private window cannot install anything, and says so.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
});

test('without the server the app opens, and shows nothing of the API that is old', async () => {
  const page = await stage.person(cast.ada, '/settings/devices');
  await page.getByText('this device').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await page.getByText('this device').waitFor();
  expectComplaint(page, /ERR_|WebSocket|Failed to load|502/);
  await stage.server.kill('SIGKILL');
  await page.reload();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page
    .getByText(/could not be (loaded|reached)|cannot be reached/)
    .first()
    .waitFor();
  expect(await page.getByText('this device').count()).toBe(0);
  const kept = await page.evaluate(async () => {
    const answers = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return answers.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((path) => /^\/(api|mcp)(\/|$)/.test(path))).toEqual([]);
  const answered = await page.evaluate(() =>
    fetch('/api/setup').then(
      ({ status }) => status,
      () => 'none',
    ),
  );
  expect(answered).toBe('none');
  await stage.server.launch();
  await page.reload();
  await page.getByText('this device').waitFor();
});
