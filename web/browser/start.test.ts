import { expect, test } from 'vitest';
import { column } from './support/board';
import { newBoard, setCast } from './support/cast';
import { look } from './support/look';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

test('somebody new tries the sample project, and is shown around once', async () => {
  const eve = await stage.server.invited(cast.ada, 'Eve Online');
  const page = await stage.person(eve, '/');
  await page.getByText(/Claude Code .*was found/).waitFor();
  await look(page, 'first-steps');
  await page.getByRole('button', { name: 'Try the sample project' }).click();
  const tour = page.getByRole('dialog', { name: 'Drop a card into Planning' });
  await tour.waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(3);
  await look(page, 'tour-sample');
  await page.keyboard.press('Escape');
  await tour.waitFor({ state: 'detached' });
  await page.goto('/');
  await page
    .getByRole('link', { name: /sample/i })
    .first()
    .click();
  await column(page, 'Planning').waitFor();
  expect(await tour.count()).toBe(0);
});

test('the tour is taken again from the help, by keys, and the board works meanwhile', async () => {
  const { path } = await newBoard(stage, cast, 'Shown around');
  const page = await stage.person(cast.ada, path);
  await column(page, 'Planning').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await page.getByRole('dialog', { name: 'Drop a card into Planning' }).waitFor();
  await look(page, 'tour');
  for (const name of ['Answer with a chip', 'Approve the plan', 'Look at the diff', 'Review, merge, done']) {
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name }).waitFor();
  }
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: 'Look at the diff' }).waitFor();
  await page.getByRole('button', { name: 'Add card to Pending' }).last().click();
  await page.getByRole('textbox', { name: 'Title of a new card in Pending' }).fill('Added on the way');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Added on the way' }).waitFor();
  await page.getByRole('button', { name: 'Skip the tour' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('the tour on a phone', async () => {
  const page = await stage.person(cast.ada, cast.path, PHONE);
  await column(page, 'Planning').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await page.getByRole('dialog', { name: 'Drop a card into Planning' }).waitFor();
  await look(page, 'phone-tour');
  await page
    .getByRole('navigation', { name: 'Columns' })
    .getByRole('button', { name: /^Pending/ })
    .tap();
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Columns' }).locator('[aria-current]').textContent())
    .toMatch(/^Pending/);
});
