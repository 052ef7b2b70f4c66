import { describe, expect, test } from 'vitest';
import { setCast } from './support/cast';
import { look } from './support/look';
import { startSession, turnEnd } from './support/sessions';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

describe('the history of a project', () => {
  test('is searched, and what was found is shown in its place', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await startSession(page, 'rehearsal', 'chat', 'Good morning, xylophone');
    await turnEnd(page, 'Done').waitFor();
    await startSession(page, 'rehearsal', 'chat', 'Another thing');
    await turnEnd(page, 'Done').waitFor();
    await page.getByRole('searchbox', { name: 'Search in all sessions' }).fill('xylophone');
    await page.getByText(/Found in one session/).waitFor();
    expect(await page.locator('mark').first().textContent()).toBe('xylophone');
    await look(page, 'session-search');
    // The link above it, the session's title, has the word too.
    await page.getByRole('link', { name: /xylophone.*Message · / }).click();
    await page.locator('[data-found]').getByText('xylophone').first().waitFor();
    await look(page, 'session-found');
    await page.getByRole('searchbox').fill('nobody ever said this');
    await page.getByText(/Nothing was found/).waitFor();
  });

  test('is forked from any turn, and duplicated', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await startSession(page, 'rehearsal', 'chat', 'The first thing');
    await turnEnd(page, 'Done').waitFor();
    await page.getByLabel('Message to the agent').fill('The second thing');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'Fork from here' }).count()).toBe(2);
    const before = page.url();
    await page.getByRole('button', { name: 'Fork from here' }).first().click();
    await page.waitForURL((url) => url.href !== before);
    const toast = page.getByText('Forked “The first thing”');
    await toast.waitFor();
    const [said, send] = await Promise.all([
      toast.boundingBox(),
      page.getByRole('button', { name: 'Send' }).boundingBox(),
    ]);
    expect((said?.x ?? 0) + (said?.width ?? 0), 'it does not lie on the button').toBeLessThan(send?.x ?? 0);
    await page.getByText(/The agent knows the conversation this was forked from, up to turn 1/).waitFor();
    await page.getByRole('button', { name: 'Session menu' }).click();
    await look(page, 'session-menu');
    await page.getByRole('menuitem', { name: /^Continue/ }).click();
    expect(
      await page.getByLabel('Message to the agent').evaluate((box) => box === document.activeElement),
    ).toBe(true);
  });

  test('is filtered, also on a phone', async () => {
    const desk = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await startSession(desk, 'rehearsal', 'chat', 'The first thing');
    await turnEnd(desk, 'Done').waitFor();
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`, PHONE);
    await page.getByRole('button', { name: 'Filter sessions' }).click();
    await look(page, 'phone-session-filter');
    await page.getByRole('menuitemradio', { name: 'Failed' }).click();
    await page.getByText('No session matches.').waitFor();
    await page.getByRole('button', { name: 'Failed: show all again' }).click();
    await page
      .getByRole('link', { name: /The first thing/ })
      .first()
      .waitFor();
  });

  test('takes in conversations from elsewhere, if there are any', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await page.getByRole('button', { name: 'More about sessions' }).click();
    await page.getByRole('menuitem', { name: /Import conversations/ }).click();
    await page.getByRole('dialog').getByText('Nothing to import').waitFor();
    await look(page, 'session-import');
  });
});
