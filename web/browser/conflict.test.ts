import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addCards, card } from './support/board';
import { newBoard, setCast } from './support/cast';
import { look } from './support/look';
import { setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

async function openDescription(page: Page, title: string) {
  await card(page, title).click();
  await page
    .getByRole('button', { name: /Add a description|Edit/ })
    .first()
    .click();
  return page.getByRole('textbox', { name: 'Description' });
}

async function stored(board: string): Promise<string | undefined> {
  const { nodes } = await stage.server.call<{ nodes: { kind: string; props: { description?: string } }[] }>(
    'GET',
    `/boards/${board}`,
    cast.ada.token,
  );
  return nodes.find(({ kind }) => kind === 'card')?.props.description;
}

describe('two people in one description', () => {
  test('keep both what they write in different places', async () => {
    const { board, path } = await newBoard(stage, cast, 'Merge');
    const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    await addCards(ada, 'Pending', 'Shared text');
    const left = await openDescription(ada, 'Shared text');
    await left.fill('First line.\n\nMiddle line.\n\nLast line.');
    await expect.poll(() => stored(board)).toContain('Last line.');
    const right = await openDescription(grace, 'Shared text');
    await expect.poll(() => right.inputValue()).toContain('Middle line.');
    await left.press('Control+Home');
    await right.press('Control+End');
    for (let word = 1; word <= 5; word += 1) {
      await Promise.all([left.pressSequentially(`a${word} `), right.pressSequentially(` z${word}`)]);
    }
    await Promise.all([left.blur(), right.blur()]);
    const both = 'a1 a2 a3 a4 a5 First line.\n\nMiddle line.\n\nLast line. z1 z2 z3 z4 z5';
    await expect.poll(() => stored(board)).toBe(both);
  });

  test('are shown both versions where they wrote in the same place, and nothing goes until one chooses', async () => {
    const { board, path } = await newBoard(stage, cast, 'Conflict');
    const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    await addCards(ada, 'Pending', 'Contested');
    const left = await openDescription(ada, 'Contested');
    await left.fill('The engine is steam.');
    await expect.poll(() => stored(board)).toBe('The engine is steam.');
    const right = await openDescription(grace, 'Contested');
    await expect.poll(() => right.inputValue()).toBe('The engine is steam.');
    await left.fill('The engine is brass.');
    await right.fill('The engine is thought.');
    await left.blur();
    await expect.poll(() => stored(board)).toMatch(/brass|thought/);
    const loser = (await stored(board))?.includes('brass') ? grace : ada;
    await loser.getByRole('button', { name: /Keep mine/ }).waitFor();
    await look(loser, 'conflict');
    await loser.reload();
    await loser.getByRole('button', { name: /Keep mine/ }).click();
    await expect
      .poll(() => stored(board))
      .toBe(loser === grace ? 'The engine is thought.' : 'The engine is brass.');
  });
});
