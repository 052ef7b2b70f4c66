import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { setCast } from './support/cast';
import { look } from './support/look';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

/** Has an agent ask something; returns its session. */
async function ask(title: string): Promise<string> {
  const body = { agent: 'rehearsal', mode: 'plan', message: title };
  const { id } = await stage.server.call<{ id: string }>(
    'POST',
    `/projects/${cast.project}/sessions`,
    cast.ada.token,
    body,
  );
  return id;
}

const stop = (session: string) => stage.server.call('POST', `/sessions/${session}/stop`, cast.ada.token);

/** Lets pages of a browser say that nobody looks at them. */
async function letHide(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', {
      get: () => (sessionStorage.getItem('hidden') ? 'hidden' : 'visible'),
    });
  });
}

const hide = (page: Page) => page.evaluate(() => sessionStorage.setItem('hidden', 'yes'));

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    const shown = (await worker?.getNotifications()) ?? [];
    return shown.map(({ title, data }) => `${title} ${(data as { path: string }).path}`);
  });

describe('what waits', () => {
  test('is counted in the title and marked on the icon', async () => {
    const page = await stage.person(cast.ada, '/');
    const session = await ask('A question for the title');
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) Projects · Tandem$/);
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('/icon-waiting.svg');
    await stop(session);
    await expect.poll(() => page.title()).toBe('Projects · Tandem');
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('/icon.svg');
  });

  test('is told of once, to somebody who asked for it and looks elsewhere', async () => {
    const page = await stage.person(cast.ada, '/inbox');
    const context = page.context();
    await letHide(context);
    expect(await page.evaluate(() => Notification.permission), 'nobody was asked yet').toBe('default');
    await context.grantPermissions(['notifications']);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.reload();
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByRole('button', { name: 'Notify me' }).waitFor({ state: 'detached' });
    await page.goto('/settings/notifications');
    await expect.poll(() => page.getByLabel('Tell me when something waits for me').isChecked()).toBe(true);
    await look(page, 'settings-notifications');

    const known = await ask('Waits already');
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/');
      await expect.poll(() => tab.title()).toMatch(/^\(1\)/);
      await hide(tab);
    }
    const session = await ask('A question from afar');
    await expect
      .poll(() => notifications(page))
      .toEqual([`A question from afar /p/${cast.project}/s/${session}`]);
    await stop(session);
    await expect.poll(() => notifications(page)).toEqual([]);
    await stop(known);
  });

  test('is gone through by keys, and answered there', async () => {
    const sessions = [await ask('The first of two'), await ask('The second of two')];
    const page = await stage.person(cast.ada, '/inbox');
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const second = page.getByRole('article').nth(1);
    expect(await second.evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await look(page, 'inbox-two');
    await page.getByRole('article').first().getByRole('button', { name: 'Decline' }).click();
    await expect
      .poll(() =>
        page
          .getByRole('article')
          .first()
          .evaluate((item) => item === document.activeElement),
      )
      .toBe(true);
    for (const session of sessions) await stop(session);
    await page.getByText('Nothing waits for you').waitFor();
    await look(page, 'inbox-empty');
  });

  test('on a phone', async () => {
    const session = await ask('A question on the way');
    const page = await stage.person(cast.ada, '/inbox', PHONE);
    await page.getByRole('article', { name: 'A question on the way' }).waitFor();
    await look(page, 'phone-inbox');
    await stop(session);
  });
});
