import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { connector, fill, middleOf, newWhiteboard, note, opened, paste, thing } from './support/canvas';
import { setCast } from './support/cast';
import { look } from './support/look';
import { expectComplaint, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

const CANVAS = JSON.stringify({
  nodes: [
    { id: 'a', type: 'text', text: 'Plan', x: 4_000, y: 4_000, width: 200, height: 120 },
    { id: 'b', type: 'text', text: 'Build', x: 4_320, y: 4_000, width: 200, height: 120 },
  ],
  edges: [{ id: 'e', fromNode: 'a', toNode: 'b', label: 'then' }],
});

const EXCALIDRAW = JSON.stringify({
  type: 'excalidraw/clipboard',
  elements: [
    {
      id: 'r',
      type: 'rectangle',
      x: 0,
      y: 0,
      width: 220,
      height: 100,
      boundElements: [{ id: 't', type: 'text' }],
    },
    { id: 't', type: 'text', x: 10, y: 10, width: 80, height: 20, containerId: 'r', text: 'Ship it' },
    { id: 'p', type: 'freedraw', x: 300, y: 0, width: 20, height: 20, points: [[0, 0]] },
  ],
  files: {},
});

const INSERT = { name: 'Insert a file…' };

/** Does with a file what a hand does that drags it over the canvas. */
async function drag(page: Page, type: 'dragover' | 'drop', at: { x: number; y: number }, text: string) {
  await page.getByRole('application', { name: 'Whiteboard' }).evaluate(
    (canvas, { type, at, text }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'plan.canvas'));
      const where = { clientX: at.x, clientY: at.y, bubbles: true, cancelable: true };
      canvas.dispatchEvent(new DragEvent(type, { dataTransfer, ...where }));
    },
    { type, at, text },
  );
}

describe('a file', () => {
  test('is chosen with the keyboard, inserted as one change and shown', async () => {
    const { path } = await newWhiteboard(stage, cast, 'Chosen');
    const page = await stage.person(cast.ada, path);
    await opened(page);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', INSERT).focus();
    await page.keyboard.press('Enter');
    // The server takes as long as the hint needs to be seen.
    const progress = page.getByRole('status').getByText('“plan.canvas” is being inserted…');
    await page.route('**/insert', async (route) => {
      await progress.waitFor();
      await route.continue();
    });
    await (await choosing).setFiles({ name: 'plan.canvas', mimeType: '', buffer: Buffer.from(CANVAS) });
    await connector(page, 'Connector from “Plan” to “Build”: then').waitFor();
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    await progress.waitFor({ state: 'detached' });
    expect(await page.locator('.react-flow__node.selected').count(), 'all of it is selected').toBe(2);
    await look(page, 'whiteboard-inserted');
    await page.getByRole('application', { name: 'Whiteboard' }).focus();
    await page.keyboard.press('Control+z');
    await thing(page, 'Note: Plan').waitFor({ state: 'detached' });
    await thing(page, 'Note: Build').waitFor({ state: 'detached' });
  });

  test('goes where it is dropped, clear of what is there', async () => {
    const { path, board } = await newWhiteboard(stage, cast, 'Dropped');
    await fill(stage, cast, board, [note('a', 'Already here', 100, 100)]);
    const page = await stage.person(cast.ada, path);
    await opened(page);
    await thing(page, 'Note: Already here').waitFor();
    const at = { x: 900, y: 600 };
    await drag(page, 'dragover', at, CANVAS);
    await page.getByText('Drop it where it should go').waitFor();
    await look(page, 'whiteboard-drop');
    await drag(page, 'drop', at, CANVAS);
    await thing(page, 'Note: Build').waitFor();
    expect(await page.getByText('Drop it where it should go').count()).toBe(0);
    const [plan, build] = [
      await middleOf(thing(page, 'Note: Plan')),
      await middleOf(thing(page, 'Note: Build')),
    ];
    expect(Math.abs((plan.x + build.x) / 2 - at.x), 'across').toBeLessThan(40);
    expect(Math.abs((plan.y + build.y) / 2 - at.y), 'down').toBeLessThan(40);
  });

  test('that was copied in another program is pasted as what it is', async () => {
    const { path } = await newWhiteboard(stage, cast, 'Pasted');
    const page = await stage.person(cast.ada, path);
    await opened(page);
    await paste(page, EXCALIDRAW);
    await thing(page, 'Rectangle: Ship it').waitFor();
    await page.getByText('What you pasted is not all here').waitFor();
    expect(await thing(page, /^Note:/).count(), 'no note with the text of the file').toBe(0);
  });

  test('that cannot be read is not inserted, and why is said', async () => {
    const { path } = await newWhiteboard(stage, cast, 'Broken');
    const page = await stage.person(cast.ada, path);
    await opened(page);
    expectComplaint(page, /422/);
    await drag(page, 'drop', { x: 700, y: 400 }, '{ "nodes": [');
    const notice = page.getByRole('region', { name: 'Notifications' });
    await notice.getByText('“plan.canvas” was not inserted').waitFor();
    await notice.getByText(/^The file is not JSON/).waitFor();
    await look(page, 'whiteboard-not-inserted');
  });

  test('is nothing that somebody can bring who may only look', async () => {
    const { path } = await newWhiteboard(stage, cast, 'Looking', 'viewer');
    const page = await stage.person(cast.grace, path);
    await opened(page);
    await page.getByRole('button', { name: 'Export' }).waitFor();
    expect(await page.getByRole('button', INSERT).count()).toBe(0);
    await drag(page, 'dragover', { x: 700, y: 400 }, CANVAS);
    await drag(page, 'drop', { x: 700, y: 400 }, CANVAS);
    await paste(page, CANVAS);
    await page.getByText('There is nothing on this board yet').waitFor();
    expect(await page.getByText('Drop it where it should go').count()).toBe(0);
  });
});
