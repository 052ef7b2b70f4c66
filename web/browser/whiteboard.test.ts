import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { saved } from './support/board';
import {
  clickLine,
  connector,
  fill,
  middleOf,
  newWhiteboard,
  note,
  opened,
  pick,
  sweep,
  thing,
} from './support/canvas';
import { setCast } from './support/cast';
import { look } from './support/look';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

/** Opens a whiteboard with two notes, side by side at 100 %. */
async function twoNotes(name: string): Promise<{ page: Page; path: string; board: string }> {
  const { path, board } = await newWhiteboard(stage, cast, name);
  await fill(stage, cast, board, [note('a', 'First', 200, 200), note('b', 'Second', 700, 200)]);
  const page = await stage.person(cast.ada, path);
  await opened(page);
  await thing(page, 'Note: First').waitFor();
  return { page, path, board };
}

describe('drawing', () => {
  test('a whiteboard is made, and every kind of thing is drawn on it and kept', async () => {
    const page = await stage.person(cast.ada, cast.path);
    await page.getByRole('button', { name: 'New board' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Ideas');
    await dialog.getByRole('radio', { name: 'Whiteboard' }).check({ force: true });
    await look(page, 'new-board');
    await dialog.getByRole('button', { name: 'Create board' }).click();
    await opened(page);

    await page.mouse.dblclick(300, 300);
    await page.keyboard.type('Buy milk');
    await page.keyboard.press('Escape');
    await thing(page, 'Note: Buy milk').waitFor();

    await pick(page, 'Frame');
    await sweep(page, { x: 500, y: 200 }, { x: 900, y: 600 });
    await page.keyboard.type('Plans');
    await page.keyboard.press('Enter');
    await thing(page, 'Frame: Plans, empty').waitFor();

    await page.getByRole('button', { name: 'Kinds of shapes' }).click();
    await page.getByRole('button', { name: 'diamond' }).click();
    await sweep(page, { x: 560, y: 300 }, { x: 760, y: 480 });
    await page.keyboard.type('Really?');
    await page.keyboard.press('Escape');
    await thing(page, 'Diamond: Really?, in frame Plans').waitFor();

    await page.keyboard.press('t');
    await page.mouse.click(300, 600);
    await page.keyboard.type('A headline');
    await page.mouse.click(1_200, 700);
    await thing(page, 'Text: A headline').waitFor();

    await pick(page, 'Connector');
    await sweep(page, await middleOf(thing(page, 'Note: Buy milk')), await middleOf(thing(page, /^Diamond/)));
    await connector(page, 'Connector from “Buy milk” to “Really?”').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('perhaps');
    await page.keyboard.press('Enter');
    await connector(page, /: perhaps$/).waitFor();

    await saved(page);
    await look(page, 'whiteboard');
    await page.reload();
    await opened(page);
    for (const name of [
      'Note: Buy milk',
      'Frame: Plans, one object',
      'Diamond: Really?, in frame Plans',
      'Text: A headline',
    ])
      await thing(page, name).waitFor();
    await connector(page, /: perhaps$/).waitFor();
  });

  test('a note grows with its words', async () => {
    const { page } = await twoNotes('Growing');
    await thing(page, 'Note: First').dblclick();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Many words that need a lot of room. '.repeat(12));
    await page.keyboard.press('Escape');
    const box = await thing(page, /^Note: Many words/).boundingBox();
    expect(box?.width).toBe(200);
    expect(box?.height).toBeGreaterThan(260);
    await saved(page);
  });

  test('a connector is drawn from a dot, follows its ends, and is bound to another box', async () => {
    const { page } = await twoNotes('Connecting');
    await thing(page, 'Note: First').click();
    const dot = await middleOf(page.locator('[data-dot="right"]'));
    await sweep(page, dot, await middleOf(thing(page, 'Note: Second')));
    const line = connector(page, 'Connector from “First” to “Second”');
    const before = await line.boundingBox();
    await sweep(page, await middleOf(thing(page, 'Note: Second')), { x: 800, y: 650 });
    await expect
      .poll(async () => (await line.boundingBox())?.height)
      .toBeGreaterThan((before?.height ?? 0) + 100);

    await page.mouse.dblclick(1_200, 250);
    await page.keyboard.type('Third');
    await page.keyboard.press('Escape');
    await clickLine(page, line);
    await sweep(
      page,
      await middleOf(page.locator('[data-end="to"]')),
      await middleOf(thing(page, 'Note: Third')),
    );
    await connector(page, 'Connector from “First” to “Third”').waitFor();
    await page.keyboard.press('Delete');
    await connector(page, /^Connector/).waitFor({ state: 'detached' });
  });

  test('letting a connector go at an empty place makes the next note', async () => {
    const { page } = await twoNotes('Going on');
    await thing(page, 'Note: First').click();
    await sweep(page, await middleOf(page.locator('[data-dot="bottom"]')), { x: 300, y: 700 });
    await page.keyboard.type('Third');
    await page.keyboard.press('Escape');
    await connector(page, 'Connector from “First” to “Third”').waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await thing(page, /^Note: Third|^Empty note/).waitFor({ state: 'detached' });
    await connector(page, /^Connector/).waitFor({ state: 'detached' });
  });
});

describe('arranging', () => {
  test('a note dropped into a frame lies in it, where it was let go; undo takes it out and redo puts it back', async () => {
    const { page, board } = await twoNotes('Frames');
    await fill(stage, cast, board, [
      { id: 'f', kind: 'frame', props: { name: 'Box', x: 600, y: 450, w: 400, h: 350 } },
    ]);
    await thing(page, 'Frame: Box, empty').waitFor();
    await sweep(page, await middleOf(thing(page, 'Note: First')), { x: 800, y: 700 });
    const inside = thing(page, 'Note: First, in frame Box');
    const dropped = await middleOf(inside);
    expect([Math.abs(dropped.x - 800) < 10, Math.abs(dropped.y - 700) < 10]).toEqual([true, true]);
    await page.keyboard.press('Control+z');
    await thing(page, 'Note: First').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await inside.waitFor();
    expect(await middleOf(inside)).toEqual(dropped);
    await sweep(page, dropped, { x: 300, y: 300 });
    await thing(page, 'Note: First').waitFor();
  });

  test('several are selected with a box, moved, duplicated, recoloured and deleted as one', async () => {
    const { page } = await twoNotes('Several');
    await sweep(page, { x: 150, y: 180 }, { x: 1_000, y: 700 });
    await expect.poll(() => page.locator('.react-flow__node.selected').count()).toBe(2);
    const before = await middleOf(thing(page, 'Note: Second'));
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(async () => (await middleOf(thing(page, 'Note: Second'))).y).toBe(before.y + 10);
    await page.keyboard.press('Control+d');
    await expect.poll(() => thing(page, /^Note/).count()).toBe(4);
    await page.keyboard.press('Delete');
    await expect.poll(() => thing(page, /^Note/).count()).toBe(2);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect.poll(() => thing(page, /^Note/).count()).toBe(4);
    await page.keyboard.press('Control+z');
    await expect.poll(() => thing(page, /^Note/).count()).toBe(2);
  });
});

describe('by keys alone', () => {
  test('objects are walked in reading order, moved, written on, connected and deleted', async () => {
    const { page } = await twoNotes('Keys');
    await page.getByRole('application', { name: 'Whiteboard' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Note: First');
    const before = await middleOf(thing(page, 'Note: First'));
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => middleOf(thing(page, 'Note: First')))
      .toEqual({ x: before.x + 10, y: before.y + 1 });
    await page.keyboard.press('Enter');
    await page.keyboard.type(' of all');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Note: First of all');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Note: Second');
    await page.keyboard.press('Space');
    await page.keyboard.press('c');
    await connector(page, 'Connector from “First of all” to “Second”').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Note: Second');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Connector from “First of all” to “Second”');
    await page.keyboard.press('Delete');
    await connector(page, /^Connector/).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await connector(page, /^Connector/).waitFor();
  });

  test('the menu changes what is selected, and the view goes near and far', async () => {
    const { page } = await twoNotes('Menus');
    await thing(page, 'Note: First').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => thing(page, 'Note: First').count()).toBe(2);
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Colour' }).click();
    await page.getByRole('button', { name: 'red', exact: true }).click();
    await page.locator('.tint-red[data-box]').waitFor();
    await look(page, 'whiteboard-selection');
    await page.keyboard.press('Control+2');
    await page.keyboard.press('Control+0');
    await page.getByRole('button', { name: 'Zoom: 100 %' }).waitFor();
  });
});

/** Returns what the object is called that has the focus. */
function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
}

describe('others', () => {
  test('two browsers see each other’s edits', async () => {
    const { page: ada, path } = await twoNotes('Together');
    const grace = await stage.person(cast.grace, path);
    await opened(grace);
    await thing(grace, 'Note: Second').dblclick();
    await grace.keyboard.press('End');
    await grace.keyboard.type(' thought');
    await thing(ada, 'Note: Second thought').waitFor();
    await grace.keyboard.press('Escape');
    const before = await middleOf(thing(grace, 'Note: First'));
    await sweep(ada, await middleOf(thing(ada, 'Note: First')), { x: 350, y: 600 });
    await expect
      .poll(async () => (await middleOf(thing(grace, 'Note: First'))).y)
      .toBeGreaterThan(before.y + 100);
  });

  test('a viewer looks and cannot edit', async () => {
    const { path, board } = await newWhiteboard(stage, cast, 'Looking', 'viewer');
    await fill(stage, cast, board, [note('a', 'First', 200, 200)]);
    const page = await stage.person(cast.grace, path);
    await opened(page);
    const box = thing(page, 'Note: First');
    const before = await middleOf(box);
    await sweep(page, before, { x: 700, y: 600 });
    await page.mouse.dblclick(900, 700);
    await box.dblclick();
    await page.keyboard.press('Delete');
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('toolbar', { name: 'Tools' }).count()).toBe(0);
    expect([await thing(page, /./).count(), await middleOf(box)]).toEqual([1, before]);
    await look(page, 'whiteboard-viewer');
  });
});

describe('a phone', () => {
  test('has its tools at the foot, and a tap selects', async () => {
    const { path, board } = await newWhiteboard(stage, cast, 'Phone');
    await fill(stage, cast, board, [note('a', 'First', 60, 120)]);
    const page = await stage.person(cast.ada, path, PHONE);
    await opened(page);
    await thing(page, 'Note: First').tap();
    await page.locator('.react-flow__node.selected').waitFor();
    await pick(page, 'Note');
    await page.touchscreen.tap(200, 600);
    await page.keyboard.type('Second');
    await page.keyboard.press('Escape');
    await thing(page, 'Note: Second').waitFor();
    await look(page, 'whiteboard-phone');
  });
});
