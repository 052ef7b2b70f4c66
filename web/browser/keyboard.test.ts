import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { card, column, titles } from './support/board';
import { setCast } from './support/cast';
import { look } from './support/look';
import { setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

describe('with the keyboard alone', () => {
  test('one signs in, makes a project, and moves a card through it', async () => {
    mkdirSync(join(stage.server.projects, 'typed'));
    const page = await stage.visitor();
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    await page.goto('/login');
    await page.getByLabel('Email').waitFor();
    // The first field has the focus already.
    await page.keyboard.type(cast.ada.email);
    await press('Tab');
    await page.keyboard.type(cast.ada.password);
    await press('Enter');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();

    await press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('new project');
    await look(page, 'palette');
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('option', { name: /typed/ }).waitFor();
    await page.keyboard.type('typed');
    await look(page, 'new-project');
    await press('Enter');
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('typed');
    await dialog.getByLabel('Name').focus();
    await press('Enter');
    await column(page, 'Pending').waitFor();

    await press('n');
    await page.getByRole('textbox', { name: 'Title of a new card in Pending' }).waitFor();
    await page.keyboard.type('Typed card');
    await press('Enter');
    await page.keyboard.type('Second card');
    await press('Enter', 'Escape');
    await card(page, 'Second card').waitFor();
    await press('ArrowUp');
    await focusOn(page, 'Typed card');
    await press('Space', 'ArrowRight', 'ArrowRight');
    await page
      .getByText(/Coding, position 1 of 1/)
      .first()
      .waitFor({ state: 'attached' });
    await look(page, 'board-lifted');
    await press('Space');
    await expect.poll(() => titles(page, 'Coding')).toEqual(['Typed card']);
    await focusOn(page, 'Typed card');
    await press('Space', 'ArrowRight', 'Escape');
    await focusOn(page, 'Typed card');
    expect(await titles(page, 'Coding')).toEqual(['Typed card']);

    await press('Enter');
    await page.getByRole('dialog', { name: 'Typed card' }).waitFor();
    await press('Escape');
    await focusOn(page, 'Typed card');
    await press('?');
    await page.getByRole('dialog', { name: /Keyboard/ }).waitFor();
    await look(page, 'help');
    await press('Escape');
    await focusOn(page, 'Typed card');
    await press('Delete');
    await card(page, 'Typed card').waitFor({ state: 'detached' });
    await press('Control+z');
    await card(page, 'Typed card').waitFor();
  });
});

/** Waits until the focus is where the next key is meant to go. */
async function focusOn(page: Page, name: string): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe(name);
}
