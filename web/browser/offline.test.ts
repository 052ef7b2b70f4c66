import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CuttingProxy } from '../tests/support/cutting-proxy';
import { addCards, card, column, drag, saved, titles } from './support/board';
import { newBoard, setCast } from './support/cast';
import { look } from './support/look';
import { DESKTOP, expectComplaint, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);
let proxy: CuttingProxy;

beforeAll(async () => {
  proxy = await CuttingProxy.before(() => stage.server.port);
});

afterEach(() => proxy.raise());

afterAll(() => proxy?.stop());

/** Opens a page whose connection the test can cut. */
async function away(path: string) {
  const page = await stage.person(cast.ada, path, { ...DESKTOP, baseURL: `http://127.0.0.1:${proxy.port}` });
  // A browser says on the console that a server cannot be reached, and there is no way to ask it not to.
  expectComplaint(page, /ERR_|WebSocket|Failed to (load|fetch)/);
  // Without a connection the page comes from its service worker, once that is there.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  return page;
}

/** Tells the page what a browser tells when its network is back, instead of waiting for the next attempt. */
function comeBack(page: Page): Promise<boolean> {
  return page.evaluate(() => dispatchEvent(new Event('online')));
}

describe('without a connection', () => {
  test('50 edits of others and 20 of one’s own come together when it is back', async () => {
    const { board, path } = await newBoard(stage, cast, 'Away');
    const ada = await away(path);
    await column(ada, 'Pending').waitFor();
    await saved(ada);
    proxy.lower();
    await ada
      .getByText(/Offline/)
      .first()
      .waitFor();
    const pending = await stage.server.call<{ nodes: { id: string; props: { name?: string } }[] }>(
      'GET',
      `/boards/${board}`,
      cast.grace.token,
    );
    const parent = pending.nodes.find(({ props }) => props.name === 'Pending')?.id;
    for (let index = 0; index < 50; index += 1) {
      const ops = [
        { op: 'create', id: `t${index}`, kind: 'card', parent, props: { title: `Theirs ${index}` } },
      ];
      await stage.server.call('POST', `/boards/${board}/changes`, cast.grace.token, { id: `c${index}`, ops });
    }
    const mine = Array.from({ length: 20 }, (_, index) => `Mine ${index}`);
    await addCards(ada, 'Coding', ...mine);
    await ada
      .getByText(/20 edits/)
      .first()
      .waitFor();
    await look(ada, 'board-offline');
    proxy.raise();
    await comeBack(ada);
    await saved(ada);
    const after = await stage.server.call<{ nodes: { kind: string; props: { title?: string } }[] }>(
      'GET',
      `/boards/${board}`,
      cast.grace.token,
    );
    const stored = after.nodes.flatMap(({ kind, props }) => (kind === 'card' ? [props.title] : []));
    expect(stored.toSorted()).toEqual(
      [...mine, ...Array.from({ length: 50 }, (_, index) => `Theirs ${index}`)].toSorted(),
    );
    const region = column(ada, 'Pending');
    await region.getByText('50 cards').waitFor({ state: 'attached' });
    await column(ada, 'Coding').getByText('20 cards').waitFor({ state: 'attached' });
  });

  test('edits made offline survive closing the page', async () => {
    const { path } = await newBoard(stage, cast, 'Closed');
    const ada = await away(path);
    await addCards(ada, 'Pending', 'Before');
    await saved(ada);
    proxy.lower();
    await ada
      .getByText(/Offline/)
      .first()
      .waitFor();
    await addCards(ada, 'Pending', 'Made offline');
    await card(ada, 'Before').focus();
    await ada.keyboard.press('Control+ArrowRight');
    await column(ada, 'Planning').getByRole('article', { name: 'Before' }).waitFor();
    // The page is served by its service worker, the board comes from the browser's own database.
    await ada.reload();
    await card(ada, 'Made offline').waitFor();
    await expect.poll(() => titles(ada, 'Planning')).toEqual(['Before']);
    await ada
      .getByText(/2 edits/)
      .first()
      .waitFor();
    proxy.raise();
    await comeBack(ada);
    await saved(ada);
    const grace = await stage.person(cast.grace, path);
    await column(grace, 'Planning').getByRole('article', { name: 'Before' }).waitFor();
    await expect.poll(() => titles(grace, 'Pending')).toEqual(['Made offline']);
  });

  test('signing out asks before it loses edits, and then leaves nothing behind', async () => {
    const { path } = await newBoard(stage, cast, 'Leaving');
    const ada = await away(path);
    await column(ada, 'Pending').waitFor();
    proxy.lower();
    await ada
      .getByText(/Offline/)
      .first()
      .waitFor();
    await addCards(ada, 'Pending', 'Not sent');
    const signOut = async () => {
      await ada.getByRole('button', { name: /Account/ }).click();
      await ada.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await ada.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await card(ada, 'Not sent').waitFor();
    await signOut();
    await ada.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await ada.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect.poll(() => ada.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  });

  test('an edit that no longer fits is rolled back, with the reason', async () => {
    const { board, path } = await newBoard(stage, cast, 'Refused');
    const ada = await away(path);
    await addCards(ada, 'Pending', 'Contested', 'Other');
    await saved(ada);
    proxy.lower();
    await ada
      .getByText(/Offline/)
      .first()
      .waitFor();
    const id = await card(ada, 'Contested').getAttribute('data-card');
    await stage.server.call('POST', `/boards/${board}/changes`, cast.grace.token, {
      id: 'gone',
      ops: [{ op: 'delete', id }],
    });
    await card(ada, 'Contested').focus();
    await ada.keyboard.press('Control+ArrowRight');
    await column(ada, 'Planning').getByRole('article', { name: 'Contested' }).waitFor();
    proxy.raise();
    await comeBack(ada);
    await ada
      .getByRole('status')
      .getByText(/Somebody has deleted it/)
      .first()
      .waitFor();
    await look(ada, 'board-refused');
    expect(await titles(ada, 'Planning')).toEqual([]);
    expect(await titles(ada, 'Pending')).toEqual(['Other']);
  });

  test('several edits that no longer fit are told together, until somebody has seen them', async () => {
    const { board, path } = await newBoard(stage, cast, 'Many refused');
    const ada = await away(path);
    const done = await column(ada, 'Done').getAttribute('data-column');
    proxy.lower();
    await ada
      .getByText(/Offline/)
      .first()
      .waitFor();
    const ops = [{ op: 'delete', id: done }];
    await stage.server.call('POST', `/boards/${board}/changes`, cast.grace.token, { id: 'gone', ops });
    await addCards(ada, 'Done', 'Finished first', 'Finished second');
    proxy.raise();
    await comeBack(ada);
    const dialog = ada.getByRole('dialog', { name: '2 edits were not saved' });
    await dialog.getByText(/Finished second/).waitFor();
    await look(ada, 'edits-refused');
    await ada.reload();
    await dialog.getByText(/Finished first/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await ada.reload();
    await column(ada, 'Pending').waitFor();
    expect(await dialog.count()).toBe(0);
  });

  test('a killed and restarted server is no more than a pause', async () => {
    const { path } = await newBoard(stage, cast, 'Restart');
    const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    for (const page of [ada, grace]) expectComplaint(page, /ERR_|WebSocket|Failed to (load|fetch)/);
    await addCards(ada, 'Pending', 'Survivor');
    await card(grace, 'Survivor').waitFor();
    await stage.server.kill('SIGKILL');
    await ada
      .getByText(/Offline|Reconnecting/)
      .first()
      .waitFor();
    await drag(ada, card(ada, 'Survivor'), column(ada, 'Coding'));
    await stage.server.launch();
    await column(grace, 'Coding').getByRole('article', { name: 'Survivor' }).waitFor({ timeout: 30_000 });
    await saved(ada);
  });
});
