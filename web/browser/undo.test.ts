import { describe, expect, test } from 'vitest';
import { addCards, card, column, titles } from './support/board';
import { newBoard, setCast } from './support/cast';
import { look } from './support/look';
import { setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

describe('taking back', () => {
  test('undo and redo by key touch one’s own work only', async () => {
    const { path } = await newBoard(stage, cast, 'Undo');
    const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    await addCards(ada, 'Pending', 'One');
    await card(grace, 'One').waitFor();
    await addCards(grace, 'Pending', 'Two');
    await card(ada, 'Two').waitFor();
    await card(ada, 'One').focus();
    await ada.keyboard.press('Control+ArrowRight');
    await column(grace, 'Planning').getByRole('article', { name: 'One' }).waitFor();
    await ada.keyboard.press('Control+z');
    await column(grace, 'Pending').getByRole('article', { name: 'One' }).waitFor();
    await ada.keyboard.press('Control+Shift+z');
    await column(grace, 'Planning').getByRole('article', { name: 'One' }).waitFor();
    await ada.keyboard.press('Control+z');
    await ada.keyboard.press('Control+z');
    await card(grace, 'One').waitFor({ state: 'detached' });
    expect(await titles(grace, 'Pending')).toEqual(['Two']);
  });
});

describe('the history', () => {
  test('tells who did what, shows the past, and brings it back', async () => {
    const { path } = await newBoard(stage, cast, 'Past');
    const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    await addCards(ada, 'Pending', 'First', 'Second');
    await card(grace, 'Second').waitFor();
    await card(grace, 'First').focus();
    await grace.keyboard.press('Delete');
    await card(ada, 'First').waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'History' }).click();
    await ada
      .getByText(/Grace Hopper/)
      .first()
      .waitFor();
    await look(ada, 'history');
    const slider = ada.getByRole('slider');
    await slider.focus();
    await slider.press('ArrowLeft');
    await card(ada, 'First').waitFor();
    await ada
      .getByText(/the past/i)
      .first()
      .waitFor();
    await look(ada, 'history-past');
    await ada.getByRole('button', { name: /Restore/ }).click();
    await ada
      .getByRole('dialog')
      .getByRole('button', { name: /Restore/ })
      .click();
    await card(grace, 'First').waitFor();
    expect(await titles(grace, 'Pending')).toEqual(['First', 'Second']);
  });
});
