import { describe, expect, test } from 'vitest';
import { addCards, card, column, drag, lift, saved, titles } from './support/board';
import { newBoard, setCast } from './support/cast';
import { look } from './support/look';
import { setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

describe('two people at one board', () => {
  test('each sees at once what the other does', async () => {
    const [ada, grace] = await Promise.all([
      stage.person(cast.ada, cast.path),
      stage.person(cast.grace, cast.path),
    ]);
    await column(ada, 'Pending').waitFor();
    await look(ada, 'board-empty');
    await addCards(ada, 'Pending', 'Write the first program', 'Draw the gears', 'Order the brass');
    await card(grace, 'Order the brass').waitFor();
    expect(await titles(grace, 'Pending')).toEqual([
      'Write the first program',
      'Draw the gears',
      'Order the brass',
    ]);

    await drag(grace, card(grace, 'Draw the gears'), column(grace, 'Coding'));
    await column(ada, 'Coding').getByRole('article', { name: 'Draw the gears' }).waitFor();
    await drag(ada, card(ada, 'Order the brass'), card(ada, 'Write the first program'));
    await expect.poll(() => titles(grace, 'Pending')).toEqual(['Order the brass', 'Write the first program']);

    await card(grace, 'Draw the gears').focus();
    await grace.keyboard.press('F2');
    await grace.getByRole('textbox', { name: 'Title of the card' }).fill('Draw all the gears');
    await grace.keyboard.press('Enter');
    await card(ada, 'Draw all the gears').waitFor();
    await saved(ada);
    await look(ada, 'board');
  });

  test('shows who is here and who has a card open', async () => {
    const { path } = await newBoard(stage, cast, 'Presence');
    const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    await addCards(ada, 'Pending', 'Shared card');
    await card(grace, 'Shared card').click();
    await card(ada, 'Shared card').getByRole('img', { name: /Grace/ }).first().waitFor();
    const here = ada.getByRole('list', { name: 'Here now' }).getByRole('img', { name: 'Grace Hopper' });
    await here.waitFor();
    await look(grace, 'card');
    await look(ada, 'board-presence');
    await grace.context().close();
    await here.waitFor({ state: 'detached' });
  });

  test('columns are added, renamed, moved and deleted, and the other sees it', async () => {
    const { path } = await newBoard(stage, cast, 'Columns');
    const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    await ada.getByRole('button', { name: 'Add column' }).click();
    await ada.getByRole('textbox', { name: 'Name of the new column' }).fill('Blocked');
    await ada.keyboard.press('Enter');
    await column(grace, 'Blocked').waitFor();
    await grace.getByRole('button', { name: 'Menu of Blocked' }).click();
    await grace.getByRole('menuitem', { name: 'Rename' }).click();
    await grace.getByRole('textbox', { name: 'Name of the column' }).fill('Stuck');
    await grace.keyboard.press('Enter');
    await column(ada, 'Stuck').waitFor();
    await ada.getByRole('button', { name: 'Menu of Stuck' }).click();
    await ada.getByRole('menuitem', { name: 'Move left' }).click();
    const names = () => grace.getByRole('heading', { level: 2 }).allTextContents();
    await expect.poll(names).toEqual(['Pending', 'Planning', 'Coding', 'Review', 'Stuck', 'Done']);
    await drag(
      ada,
      ada.getByRole('heading', { name: 'Stuck' }),
      ada.getByRole('heading', { name: 'Pending' }),
    );
    await expect.poll(names).toEqual(['Stuck', 'Pending', 'Planning', 'Coding', 'Review', 'Done']);
    await addCards(grace, 'Stuck', 'Goes along');
    await ada.getByRole('button', { name: 'Menu of Stuck' }).click();
    await ada.getByRole('menuitem', { name: 'Delete column' }).click();
    await ada
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await column(grace, 'Stuck').waitFor({ state: 'detached' });
    await ada.keyboard.press('Control+z');
    await card(grace, 'Goes along').waitFor();
  });

  test('a card that is deleted while somebody carries it ends the carrying', async () => {
    const { path } = await newBoard(stage, cast, 'Carried');
    const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    await addCards(ada, 'Pending', 'Carried', 'Other');
    await card(grace, 'Carried').waitFor();
    await lift(ada, card(ada, 'Carried'), column(ada, 'Coding'));
    await card(grace, 'Carried').focus();
    await grace.keyboard.press('Delete');
    await ada
      .getByText(/was deleted/)
      .first()
      .waitFor();
    await ada.mouse.up();
    expect(await titles(ada, 'Coding')).toEqual([]);
    expect(await titles(ada, 'Pending')).toEqual(['Other']);
  });

  test('the filter shows what matches, and a drop lands beside what is shown', async () => {
    const { path } = await newBoard(stage, cast, 'Filter');
    const ada = await stage.person(cast.ada, path);
    await addCards(ada, 'Pending', 'Alpha one', 'Beta', 'Álpha two', 'Gamma');
    await ada.keyboard.press('/');
    await ada.keyboard.type('alpha');
    await expect.poll(() => titles(ada, 'Pending')).toEqual(['Alpha one', 'Álpha two']);
    await look(ada, 'board-filtered');
    await drag(ada, card(ada, 'Álpha two'), card(ada, 'Alpha one'));
    await ada.getByRole('searchbox').press('Escape');
    await expect.poll(() => titles(ada, 'Pending')).toEqual(['Álpha two', 'Alpha one', 'Beta', 'Gamma']);
  });

  test('a card that means harm is shown as text, and the board goes on', async () => {
    const { board, path } = await newBoard(stage, cast, 'Hostile');
    const { nodes } = await stage.server.call<{ nodes: { id: string }[] }>(
      'GET',
      `/boards/${board}`,
      cast.ada.token,
    );
    const parent = nodes[0]?.id;
    const texts = [
      '> '.repeat(9_000),
      '['.repeat(20_000),
      'W'.repeat(20_000),
      '<img src=x onerror=alert(1)><script>alert(1)</script>',
    ];
    const ops = texts.map((description, index) => {
      const props = { title: `<b>Harm ${index}</b>`, description };
      return { op: 'create', id: `h${index}`, kind: 'card', parent, props };
    });
    await stage.server.call('POST', `/boards/${board}/changes`, cast.grace.token, { id: 'harm', ops });
    const ada = await stage.person(cast.ada, path);
    for (const index of texts.keys()) {
      await card(ada, `<b>Harm ${index}</b>`).click();
      await ada.getByRole('dialog', { name: `<b>Harm ${index}</b>` }).waitFor();
    }
    await ada.getByText('<script>alert(1)</script>').first().waitFor();
    expect(await ada.locator('dialog img, dialog script').count()).toBe(0);
  });

  test('somebody who may only look can do nothing else', async () => {
    const { project, path } = await newBoard(stage, cast, 'Look only');
    await stage.server.call('POST', `/projects/${project}/members`, cast.ada.token, {
      email: cast.grace.email,
      role: 'viewer',
    });
    const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    await addCards(ada, 'Pending', 'Hands off');
    await card(grace, 'Hands off').waitFor();
    expect(await grace.getByRole('button', { name: /Add/ }).count()).toBe(0);
    await drag(grace, card(grace, 'Hands off'), column(grace, 'Coding'));
    expect(await titles(grace, 'Pending')).toEqual(['Hands off']);
    await look(grace, 'board-viewer');
  });
});
