import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addCards, card, column, drag } from './support/board';
import { setCast } from './support/cast';
import { look } from './support/look';
import { git, newRepository } from './support/repository';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

/** What the scripted agent makes for a card of the title below. */
const FILE = 'rehearsal-greet-whoever-reads-it.md';

test('a card goes over the board: planned, approved, coded, commented, reviewed and merged', async () => {
  const { path, folder } = await newRepository(stage, cast.ada, 'Difference Engine');
  const page = await stage.person(cast.ada, path);
  const title = 'Greet whoever reads it';
  await addCards(page, 'Pending', title);
  await drag(page, card(page, title), column(page, 'Planning'));
  await card(page, title)
    .getByText(/Starting|Queued|Question|\d:\d\d/)
    .first()
    .waitFor();
  await card(page, title).getByText('Question').waitFor();
  await look(page, 'card-asks');

  await card(page, title).click();
  const panel = page.getByRole('dialog', { name: title });
  await panel.getByRole('tab', { name: /Chat/, selected: true }).waitFor();
  await panel.getByRole('radio', { name: /Small/ }).check();
  await panel.getByRole('button', { name: 'Next' }).click();
  // By key: the conversation goes to its end while the second question unfolds, and a pointer might miss.
  await panel.getByRole('checkbox', { name: /Tests/ }).press('Space');
  await panel.getByRole('button', { name: 'Send answers' }).click();
  await panel.getByRole('button', { name: 'Approve', exact: true }).click();

  await column(page, 'Coding').getByRole('article', { name: title }).waitFor();
  await card(page, title).getByText('Done here').waitFor();
  await panel.getByRole('tab', { name: 'Plan' }).click();
  await panel.getByText(/Approved by Ada Lovelace/).waitFor();

  await panel.getByRole('tab', { name: /Diff/ }).click();
  const file = panel.getByRole('region', { name: FILE });
  await file.getByText(title).waitFor();
  await look(page, 'card-diff');
  await file
    .getByRole('button', { name: /Comment on line .*added/ })
    .last()
    .focus();
  await page.keyboard.press('c');
  await page.keyboard.type('Please say <b>hello</b> too.');
  await page.keyboard.press('Control+Enter');
  await panel.getByRole('button', { name: 'Send 1 comment to the agent' }).click();
  await panel.getByRole('tab', { name: /Chat/ }).click();
  await panel.getByRole('log').getByText('Please say <b>hello</b> too.').first().waitFor();
  await card(page, title).getByText('Done here').waitFor();

  await drag(page, card(page, title), column(page, 'Review'));
  await card(page, title).getByText('1 rule broken').waitFor();
  await panel.getByRole('tab', { name: /Review/ }).click();
  await panel
    .getByText(/Every file ends with a line break/)
    .first()
    .waitFor();
  await look(page, 'card-review');

  await panel.getByRole('tab', { name: /Diff/ }).click();
  await panel.getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge into main' });
  await dialog.getByRole('radio', { name: /Squash/ }).check();
  await look(page, 'card-merge');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await panel
    .getByText(/merged/)
    .first()
    .waitFor();
  await look(page, 'card-merged');
  await panel.getByRole('button', { name: 'Next: Done' }).click();
  await column(page, 'Done').getByRole('article', { name: title }).waitFor();
  expect(git(folder, 'show', `main:${FILE}`)).toContain(title);
});

test('a card whose conflicts the agent has resolved says that it can be merged again', async () => {
  const { path, folder } = await newRepository(stage, cast.ada, 'Analytical Engine');
  const page = await stage.person(cast.ada, path);
  const title = 'Oil it';
  await addCards(page, 'Pending', title);
  await drag(page, card(page, title), column(page, 'Coding'));
  await card(page, title).getByText('Done here').waitFor();
  writeFileSync(join(folder, 'rehearsal-oil-it.md'), 'Oiled by hand.\n');
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '-m', 'Oil it');

  await card(page, title).click();
  const panel = page.getByRole('dialog', { name: title });
  // It opens here by itself only once the diff is measured.
  await panel.getByRole('tab', { name: /Diff/ }).click();
  await panel.getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge into main' });
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await panel.getByText(/1 file changed here and in main too/).waitFor();
  await card(page, title).getByText('Conflicts to resolve').waitFor();
  await look(page, 'card-conflicts');
  await panel.getByRole('button', { name: 'Ask the agent to resolve' }).click();
  await card(page, title).getByText('Conflicts resolved, merge again').waitFor();
  await look(page, 'card-resolved');
  const phone = await stage.person(cast.ada, page.url().replace(/^https?:..[^/]*/, ''), PHONE);
  await phone.getByText('Conflicts resolved, merge again').last().waitFor();
  await look(phone, 'card-resolved-phone');

  await page.reload();
  await panel.getByRole('tab', { name: 'Chat' }).click();
  await panel.getByRole('button', { name: 'Merge again' }).click();
  await panel.getByText(/The conflicts with main are resolved/).waitFor();
  await look(page, 'card-merge-again');
  await panel.getByRole('button', { name: 'Merge again' }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await panel
    .getByText(/merged/)
    .first()
    .waitFor();
  await card(page, title).getByText('Merged').waitFor();
  expect(git(folder, 'show', 'main:rehearsal-oil-it.md')).toContain('Oiled by hand.');
});

test('on a phone the tabs are below, and the request is to be seen', async () => {
  const { path } = await newRepository(stage, cast.ada, 'Pocket Engine');
  const page = await stage.person(cast.ada, path);
  await addCards(page, 'Pending', 'Carry it');
  await drag(page, card(page, 'Carry it'), column(page, 'Planning'));
  await card(page, 'Carry it').getByText('Question').waitFor();

  const phone = await stage.person(cast.ada, path, PHONE);
  await phone
    .getByRole('button', { name: /^Planning/ })
    .last()
    .tap();
  await card(phone, 'Carry it').tap();
  const panel = phone.getByRole('dialog', { name: 'Carry it' });
  await panel.getByRole('radio', { name: /Small/ }).waitFor();
  const tabs = await panel.getByRole('tablist').boundingBox();
  expect(tabs && tabs.y + tabs.height).toBe(844);
  expect(tabs?.height).toBeGreaterThanOrEqual(44);
  await look(phone, 'card-phone');
});
