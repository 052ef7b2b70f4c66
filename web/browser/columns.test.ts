import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addCards, column, saved, titles } from './support/board';
import { newBoard, setCast } from './support/cast';
import { look } from './support/look';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

/** The names of the columns in their order, as the editor lists them. */
function names(page: Page): Promise<string[]> {
  return page
    .getByRole('button', { name: /^Move / })
    .evaluateAll((grips) => grips.map((grip) => grip.getAttribute('aria-label')?.slice(5) ?? ''));
}

const grip = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Move ${name}`, exact: true });
const settingsOf = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: `Settings of ${name}` });

describe('the columns of a project', () => {
  test('are added, changed and deleted in one place, and the board follows', async () => {
    const { project, path } = await newBoard(stage, cast, 'All columns');
    const page = await stage.person(cast.ada, `/p/${project}/columns`);
    const board = await stage.person(cast.grace, path);
    await addCards(board, 'Review', 'Kept');
    await page.getByRole('textbox', { name: 'Name of a new column' }).fill('Deploy');
    await page.keyboard.press('Enter');
    const form = settingsOf(page, 'Deploy');
    await form.getByLabel('What an agent does here').selectOption('custom');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/Write what the agent is to do/).waitFor();
    await form.getByRole('textbox', { name: 'Prompt' }).fill('Deploy it to the test machine.');
    await form.getByLabel('Start by itself').check();
    await form.getByLabel('A finished card goes to').selectOption({ label: 'Done' });
    await form.getByLabel('Cards at work at once').fill('1');
    await form.getByText('At most one card is worked on at a time').waitFor();
    await look(page, 'columns-open');
    await form.getByRole('button', { name: 'Save' }).click();
    await column(board, 'Deploy').waitFor();
    await page.getByRole('button', { name: 'Delete Review' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Move its card to').selectOption({ label: 'Done' });
    await look(page, 'columns-delete');
    await dialog.getByRole('button', { name: 'Delete column' }).click();
    await column(board, 'Review').waitFor({ state: 'detached' });
    await expect.poll(() => titles(board, 'Done')).toEqual(['Kept']);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => titles(board, 'Review')).toEqual(['Kept']);
    await saved(board);
    await page.reload();
    await page.getByRole('button', { name: /^Deploy/ }).click();
    expect(await settingsOf(page, 'Deploy').getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe(
      'Deploy it to the test machine.',
    );
  });

  test('take another order by the arrows and by the pointer', async () => {
    const { project } = await newBoard(stage, cast, 'Ordered columns');
    const page = await stage.person(cast.ada, `/p/${project}/columns`);
    await grip(page, 'Done').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => names(page)).toEqual(['Pending', 'Planning', 'Coding', 'Done', 'Review']);
    expect(await grip(page, 'Done').evaluate((element) => element === document.activeElement)).toBe(true);
    const [from, to] = [await grip(page, 'Pending').boundingBox(), await grip(page, 'Coding').boundingBox()];
    if (!from || !to) throw new Error('The grips are not on the page.');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y + 40, { steps: 4 });
    await page.mouse.move(to.x + 8, to.y + 16, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => names(page)).toEqual(['Planning', 'Coding', 'Pending', 'Done', 'Review']);
  });

  test('on a phone, and on the board itself', async () => {
    const page = await stage.person(cast.ada, `/p/${cast.project}/columns`, PHONE);
    await page.getByRole('button', { name: /^Planning/ }).click();
    await settingsOf(page, 'Planning').waitFor();
    await look(page, 'phone-columns');
    await page.goto(cast.path);
    await page.getByRole('button', { name: 'Menu of Planning' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByLabel('An approved plan goes to').waitFor();
    await look(page, 'phone-column-settings');
  });
});
