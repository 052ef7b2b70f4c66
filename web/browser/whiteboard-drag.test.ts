import { expect, test } from 'vitest';
import { saved } from './support/board';
import { fill, middleOf, newWhiteboard, note, opened, thing } from './support/canvas';
import { setCast } from './support/cast';
import { setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

/** Opens a whiteboard with two notes, side by side at 100 %. */
async function twoNotes(name: string) {
  const { path, board } = await newWhiteboard(stage, cast, name);
  await fill(stage, cast, board, [note('a', 'First', 200, 200), note('b', 'Second', 700, 300)]);
  const page = await stage.person(cast.ada, path);
  await opened(page);
  await thing(page, 'Note: First').waitFor();
  return page;
}

test('while copies are dragged, their originals stay in sight', async () => {
  const page = await twoNotes('Copying');
  const from = await middleOf(thing(page, 'Note: First'));
  const before = await thing(page, 'Note: First').boundingBox();
  await page.keyboard.down('Alt');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 90, from.y + 220, { steps: 5 });
  const original = page.locator('.wb-overlay .wb-note', { hasText: 'First' });
  await original.waitFor();
  expect(await original.boundingBox()).toEqual(before);
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await original.waitFor({ state: 'detached' });
  expect(await thing(page, 'Note: First').count()).toBe(2);
  await saved(page);
});

test('the edge of a box is drawn into line with another while it is pulled', async () => {
  const page = await twoNotes('Lining up');
  await thing(page, 'Note: First').click();
  const box = await thing(page, 'Note: First').boundingBox();
  const other = await thing(page, 'Note: Second').boundingBox();
  if (!box || !other) throw new Error('they are not to be seen');
  await page.mouse.move(box.x + box.width, box.y + box.height);
  await page.mouse.down();
  // Four pixels too far, which is near enough.
  await page.mouse.move(box.x + box.width + 40, other.y + other.height + 4, { steps: 6 });
  await page.locator('.wb-guide').first().waitFor({ state: 'attached' });
  await page.mouse.up();
  await page.locator('.wb-guide').first().waitFor({ state: 'detached' });
  const after = await thing(page, 'Note: First').boundingBox();
  expect((after?.y ?? 0) + (after?.height ?? 0)).toBeCloseTo(other.y + other.height, 0);
  expect(after?.width).toBeCloseTo(box.width + 40, 0);
  await saved(page);
});
