import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { setCast } from './support/cast';
import { look } from './support/look';
import { startSession } from './support/sessions';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

/** Starts a session with the scripted agent. */
function start(page: Page, mode: string, message: string): Promise<void> {
  return startSession(page, 'rehearsal', mode, message);
}

describe('a session', () => {
  test('asks, plans and does it, all by the keyboard', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await start(page, 'plan', 'Add a search to the board');
    expect(await page.getByText('Scripted, not a model').count()).toBeGreaterThan(0);
    const questions = page.getByRole('region', { name: /questions? for you/ });
    await questions.waitFor();
    await look(page, 'session-question');
    await page.getByRole('log').focus();
    await page.keyboard.press('a');
    for (const name of ['Next', 'Send answers']) {
      await page.keyboard.press('1');
      await page.getByRole('button', { name }).and(page.locator(':enabled')).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name }).waitFor({ state: 'detached' });
    }
    await page.getByText('Answered', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await look(page, 'session-plan');
    await page.getByRole('log').focus();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await page.getByText('Plan approved').waitFor();
    await page
      .getByRole('log')
      .getByText(/^Done · /)
      .waitFor();
    await page.getByRole('button', { name: /^Write/ }).click();
    await page.getByRole('group', { name: /Changes of/ }).waitFor();
    await look(page, 'session-done');
  });

  test('is the same after a reload, and in the window of another', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await start(page, 'chat', 'Good morning');
    await page
      .getByRole('log')
      .getByText(/^Done · /)
      .waitFor();
    const said = () => page.getByRole('log').textContent();
    const before = await said();
    const other = await stage.person(cast.grace, new URL(page.url()).pathname);
    await page.reload();
    await page
      .getByRole('log')
      .getByText(/^Done · /)
      .waitFor();
    expect(await said()).toBe(before);
    await other
      .getByRole('log')
      .getByText(/^Done · /)
      .waitFor();
    await other.getByLabel('Message to the agent').fill('Hello from me too');
    await other.keyboard.press('Enter');
    await page.getByRole('log').getByText('Hello from me too', { exact: true }).waitFor();
  });

  test('asks before it runs something', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await start(page, 'chat', 'Please run a command');
    // A change of a file may be asked for first.
    const command = page.getByRole('region', { name: 'May it run this command?' });
    const change = page.getByRole('region', { name: 'May it change this file?' });
    await command.or(change).first().waitFor();
    if (await change.isVisible()) {
      await look(page, 'session-permission-change');
      await change.getByRole('button', { name: 'Allow once' }).click();
    }
    await command.waitFor();
    await look(page, 'session-permission');
    await command.getByRole('button', { name: 'Deny…' }).click();
    await page.keyboard.type('Leave that to me');
    await page.keyboard.press('Enter');
    await page.getByText('Denied', { exact: true }).waitFor();
    await page.getByText('“Leave that to me”').waitFor();
  });

  test('says what failed and offers to go on', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await start(page, 'chat', 'error');
    await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
    await look(page, 'session-failed');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('log').getByText('Go on where you were interrupted.', { exact: true }).waitFor();
  });

  test('is interrupted, and keeps what was said', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await start(page, 'chat', 'wait');
    await page.getByText(/Line 3 of/).waitFor();
    await page.keyboard.press('Control+.');
    await page
      .getByRole('log')
      .getByText(/^Interrupted · /)
      .waitFor();
    await page.getByText(/Line 3 of/).waitFor();
  });
});

describe('the inbox', () => {
  test('has what waits, and it is answered there', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
    await start(page, 'plan', 'Something for the inbox');
    await page.getByRole('link', { name: /Inbox, \d+ waits? for you/ }).click();
    const item = page.getByRole('article', { name: 'Something for the inbox' });
    await item.waitFor();
    await look(page, 'inbox');
    await item.getByRole('button', { name: 'Decline' }).click();
    await item.getByRole('button', { name: 'Decline' }).waitFor({ state: 'detached' });
  });
});

test('on a phone', async () => {
  const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`, PHONE);
  await start(page, 'code', 'Add a line');
  await page
    .getByRole('log')
    .getByText(/^Done · /)
    .waitFor();
  await look(page, 'phone-session');
  await page.getByRole('link', { name: 'All sessions' }).click();
  await page.getByRole('link', { name: /Add a line/ }).waitFor();
  await look(page, 'phone-sessions');
});
