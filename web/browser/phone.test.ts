import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addCards, card, column, middle, titles } from './support/board';
import { newBoard, setCast } from './support/cast';
import { look } from './support/look';
import { git, newRepository } from './support/repository';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

/** Presses long on something, then carries it to a point and lets go. */
async function carry(
  page: Page,
  what: Locator,
  to: (from: { x: number; y: number }) => { x: number; y: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const from = await middle(what);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  await page.locator('[data-lifted]').first().waitFor();
  const end = to(from);
  for (let step = 1; step <= 8; step += 1) {
    await touch('touchMove', [
      { x: from.x + ((end.x - from.x) * step) / 8, y: from.y + ((end.y - from.y) * step) / 8 },
    ]);
  }
  await touch('touchEnd', []);
}

describe('on a phone', () => {
  test('cards are made, ordered, moved and opened with one thumb', async () => {
    const { path } = await newBoard(stage, cast, 'Thumb');
    const [phone, desk] = await Promise.all([
      stage.person(cast.ada, path, PHONE),
      stage.person(cast.grace, path),
    ]);
    await addCards(phone, 'Pending', 'First', 'Second', 'Third');
    await card(desk, 'Third').waitFor();
    await look(phone, 'phone-board');

    await carry(phone, card(phone, 'First'), (from) => ({ x: from.x, y: from.y + 110 }));
    await expect.poll(() => titles(desk, 'Pending')).toEqual(['Second', 'Third', 'First']);

    await phone.getByRole('button', { name: 'Menu of First' }).tap();
    await look(phone, 'phone-menu');
    await phone
      .getByRole('menuitem', { name: 'Coding' })
      .or(phone.getByRole('menuitemradio', { name: 'Coding' }))
      .first()
      .tap();
    await column(desk, 'Coding').getByRole('article', { name: 'First' }).waitFor();

    await card(phone, 'Second').tap();
    await phone.getByRole('dialog').waitFor();
    await look(phone, 'phone-card');
    await phone.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, 'the page itself does not scroll sideways').toBeLessThanOrEqual(0);
  });

  test('a whole card’s life, with one thumb', async () => {
    const { path, folder } = await newRepository(stage, cast.ada, 'Pocket Watch');
    const phone = await stage.person(cast.ada, path, PHONE);
    const title = 'Wind it';
    await addCards(phone, 'Pending', title);
    await phone.getByRole('button', { name: `Menu of ${title}` }).tap();
    await phone.getByRole('menuitemradio', { name: 'Planning' }).tap();
    await card(phone, title).getByText('Question').waitFor();
    await card(phone, title).tap();
    const panel = phone.getByRole('dialog', { name: title });
    await panel.getByRole('radio', { name: /Small/ }).tap();
    await panel.getByRole('button', { name: 'Next' }).tap();
    await panel.getByRole('button', { name: 'Send answers' }).waitFor();
    await panel.getByRole('checkbox', { name: /Tests/ }).press('Space');
    await panel.getByRole('button', { name: 'Send answers' }).tap();
    await panel.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await look(phone, 'phone-plan');
    await panel.getByRole('button', { name: 'Approve', exact: true }).tap();

    await panel.getByText('Done here').waitFor();
    await panel.getByRole('tab', { name: /Diff/ }).tap();
    await panel
      .getByRole('button', { name: /Comment on line .*added/ })
      .last()
      .tap();
    await panel.getByRole('textbox', { name: /comment/i }).fill('Not too tight.');
    await look(phone, 'phone-comment');
    await panel.getByRole('button', { name: 'Keep comment' }).tap();
    await panel.getByRole('button', { name: 'Send 1 comment to the agent' }).tap();
    await panel.getByRole('tab', { name: /Chat/ }).tap();
    await panel.getByRole('log').getByText('Not too tight.').first().waitFor();

    await panel.getByRole('button', { name: 'Next: Review' }).tap();
    await panel.getByText('1 rule broken').waitFor();
    await panel.getByRole('tab', { name: /Review/ }).tap();
    await look(phone, 'phone-review');
    await panel.getByRole('tab', { name: /Diff/ }).tap();
    await panel.getByRole('button', { name: 'Merge' }).tap();
    const dialog = phone.getByRole('dialog', { name: 'Merge into main' });
    await look(phone, 'phone-merge');
    await dialog.getByRole('button', { name: 'Merge' }).tap();
    await panel.getByRole('button', { name: 'Next: Done' }).tap();
    await column(phone, 'Done').getByRole('article', { name: title }).waitFor();
    expect(git(folder, 'show', 'main:rehearsal-wind-it.md')).toContain(title);
  });

  test('a card that is moved by its menu takes the board along to its new column', async () => {
    const { path } = await newBoard(stage, cast, 'Follow');
    const phone = await stage.person(cast.ada, path, { ...PHONE, reducedMotion: 'no-preference' });
    await addCards(phone, 'Pending', 'First');
    await phone.getByRole('button', { name: 'Menu of First' }).tap();
    await phone.getByRole('menuitemradio', { name: 'Planning' }).tap();
    await column(phone, 'Planning').getByRole('article', { name: 'First' }).waitFor();
    const isInMiddle = async () => {
      const { x } = await middle(card(phone, 'First'));
      return Math.abs(x - 390 / 2) < 10;
    };
    await expect.poll(isInMiddle).toBe(true);
    const current = phone.getByRole('navigation', { name: 'Columns' }).locator('[aria-current]');
    await expect.poll(() => current.textContent()).toMatch(/^Planning/);
    expect(await isInMiddle(), 'and stays there').toBe(true);
  });

  test('the other pages fit', async () => {
    for (const [name, path] of [
      ['projects', '/'],
      ['settings', '/settings'],
      ['members', `/p/${cast.project}/members`],
      ['project-settings', `/p/${cast.project}/settings`],
    ] as const) {
      const page = await stage.person(cast.ada, path, PHONE);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await look(page, `phone-${name}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${name} does not scroll sideways`).toBeLessThanOrEqual(0);
    }
  });
});
