import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { connector, fill, newWhiteboard, note, opened, paste, thing } from './support/canvas';
import { setCast } from './support/cast';
import { look } from './support/look';
import { expectComplaint, PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

/** Takes a board away in a format and returns the file. */
async function exported(page: Page, format: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  return readFile(await (await download).path());
}

/** Tells whether anything is painted in the margin to the right of the only note of a picture. */
async function isMarginClean(page: Page, picture: Buffer, type: string, note: number): Promise<boolean> {
  const source = `data:${type};base64,${picture.toString('base64')}`;
  return page.evaluate(
    async ({ source, note }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const [canvas, scale] = [document.createElement('canvas'), image.naturalWidth / (note + 80)];
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const paper = canvas.getContext('2d', { willReadFrequently: true });
      if (!paper) throw new Error('there is no canvas');
      paper.drawImage(image, 0, 0);
      const left = Math.ceil((40 + note + 2) * scale);
      const { data } = paper.getImageData(left, 0, canvas.width - left, canvas.height);
      return data.every((value, index) => value === data[index % 4]);
    },
    { source, note },
  );
}

describe('without any agent', () => {
  test('a template is drawn in one step, taken back, and brought away as a file', async () => {
    const { path } = await newWhiteboard(stage, cast, 'Drawn by hand');
    const page = await stage.person(cast.ada, path);
    await opened(page);
    await page.getByRole('button', { name: 'Templates', exact: true }).first().click();
    await look(page, 'whiteboard-templates');
    await page.getByRole('dialog').getByRole('button', { name: /^SWOT/ }).click();
    for (const name of ['Strengths', 'Weaknesses', 'Opportunities', 'Threats']) {
      await thing(page, new RegExp(`^Frame: ${name}`)).waitFor();
    }
    await look(page, 'whiteboard-swot');
    const svg = (await exported(page, 'SVG picture')).toString();
    expect(svg).toContain('<svg');
    expect(svg).toContain('Strengths');
    expect((await exported(page, 'PNG picture')).subarray(1, 4).toString()).toBe('PNG');
    expect((await exported(page, 'Mermaid flowchart')).toString()).toMatch(/^flowchart /m);
    await page.keyboard.press('Control+z');
    await thing(page, /^Frame: Strengths/).waitFor({ state: 'detached' });
    await thing(page, /^Note:/)
      .first()
      .waitFor({ state: 'detached' });
  });

  test('a picture is set in the font of the board, so that no letter leaves its note', async () => {
    const { path, board } = await newWhiteboard(stage, cast, 'Pictures');
    // No letter differs more between fonts.
    const text = 'm'.repeat(200);
    await fill(stage, cast, board, [
      { id: 'a', kind: 'note', props: { text, x: 100, y: 100, w: 600, h: 300 } },
    ]);
    const page = await stage.person(cast.ada, path);
    await opened(page);
    // Away from every page that has the font.
    const elsewhere = await stage.visitor();
    for (const [format, type] of [
      ['SVG picture', 'image/svg+xml'],
      ['PNG picture', 'image/png'],
    ] as const) {
      const picture = await exported(page, format);
      expect(await isMarginClean(elsewhere, picture, type, 600), format).toBe(true);
    }
  });

  test('a flowchart that is pasted as Mermaid is drawn; a wrong one is explained', async () => {
    const { path } = await newWhiteboard(stage, cast, 'mermaid');
    const page = await stage.person(cast.ada, path);
    await opened(page);
    expectComplaint(page, /422/);
    await paste(page, 'flowchart TD\n A[Start] --> B{Ready?}\n B -->|yes| C[Ship\n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Draw it' }).click();
    await dialog.getByText(/Line 3/).waitFor();
    await dialog.getByLabel('Mermaid').fill('flowchart TD\n A[Start] --> B{Ready?}\n B -->|yes| C[Ship]\n');
    await dialog.getByRole('button', { name: 'Draw it' }).click();
    await thing(page, 'Rectangle: Ship').waitFor();
    await connector(page, /from “Ready\?” to “Ship”: yes$/).waitFor();
    await look(page, 'whiteboard-mermaid');
  });

  test('a selection is put in order', async () => {
    const { path, board } = await newWhiteboard(stage, cast, 'order');
    await fill(stage, cast, board, [
      note('a', 'One', 100, 100),
      note('b', 'Two', 380, 170),
      note('c', 'Three', 640, 130),
    ]);
    const page = await stage.person(cast.ada, path);
    await opened(page);
    await thing(page, 'Note: Three').waitFor();
    await page.getByRole('application', { name: 'Whiteboard' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Arrange in a row' }).click();
    await expect
      .poll(async () => {
        const boxes = await Promise.all(
          ['One', 'Two', 'Three'].map((name) => thing(page, `Note: ${name}`).boundingBox()),
        );
        return new Set(boxes.map((box) => Math.round(box?.y ?? Number.NaN))).size;
      })
      .toBe(1);
  });

  test('what is copied is pasted on another board, with what connects it', async () => {
    const { project, path, board } = await newWhiteboard(stage, cast, 'Copies');
    await fill(stage, cast, board, [
      note('a', 'One', 100, 150),
      note('b', 'Two', 450, 150),
      { id: 'way', kind: 'connector', props: { from: 'a', to: 'b', label: 'then' } },
    ]);
    const page = await stage.person(cast.ada, path);
    await opened(page);
    await thing(page, 'Note: One').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    const { id: other } = await stage.server.call<{ id: string }>(
      'POST',
      `/projects/${project}/boards`,
      cast.ada.token,
      { kind: 'whiteboard', title: 'Elsewhere' },
    );
    await page.goto(`/p/${project}/b/${other}`);
    await opened(page);
    await page.getByRole('application', { name: 'Whiteboard' }).focus();
    await page.keyboard.press('Control+v');
    await thing(page, 'Note: Two').waitFor();
    await connector(page, 'Connector from “One” to “Two”: then').waitFor();
  });

  test('nothing is shown under the bars, and a notice covers none of them', async () => {
    const { path, board } = await newWhiteboard(stage, cast, 'Bars');
    await fill(stage, cast, board, [
      note('a', 'Top', 0, 0),
      note('b', 'Left', -600, 600),
      note('c', 'Bottom', 0, 1_200),
    ]);
    for (const [place, options] of [
      ['desk', { viewport: { width: 900, height: 800 } }],
      ['phone', PHONE],
    ] as const) {
      const page = await stage.person(cast.ada, path, options);
      await opened(page);
      await thing(page, 'Note: Top').waitFor();
      await page.getByRole('button', { name: 'Export' }).waitFor();
      await page.keyboard.press('Shift+1');
      const box = async (locator: Locator) => {
        const box = await locator.boundingBox();
        if (!box) throw new Error('it is not to be seen');
        return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
      };
      const tools = await box(page.getByRole('toolbar', { name: 'Tools' }));
      const files = await box(page.getByRole('button', { name: 'Export' }));
      await expect.poll(async () => (await box(thing(page, 'Note: Bottom'))).bottom).toBeLessThan(tools.top);
      expect((await box(thing(page, 'Note: Top'))).top, place).toBeGreaterThan(files.bottom);
      await thing(page, 'Note: Left').click();
      await page.keyboard.press('Delete');
      const notice = await box(
        page
          .getByText(/^Deleted/)
          .locator('..')
          .locator('..'),
      );
      const covers = ({ top, bottom, left, right }: typeof tools) =>
        notice.left < right && left < notice.right && notice.top < bottom && top < notice.bottom;
      expect([tools, files].filter(covers), `bars under the notice, ${place}`).toEqual([]);
      await page.keyboard.press('Control+z');
      await thing(page, 'Note: Left').waitFor();
    }
  });

  test('the map shows where one is, and leads elsewhere', async () => {
    const { path, board } = await newWhiteboard(stage, cast, 'Map');
    await fill(stage, cast, board, [note('a', 'Here', 100, 150), note('z', 'Far away', 6_000, 4_000)]);
    const page = await stage.person(cast.ada, path);
    await opened(page);
    await thing(page, 'Note: Here').click();
    await page.keyboard.press('Shift+2');
    await thing(page, 'Note: Far away').waitFor({ state: 'detached' });
    const map = await page.locator('[data-minimap]').boundingBox();
    if (!map) throw new Error('there is no map');
    await page.mouse.click(map.x + map.width - 14, map.y + map.height - 14);
    await expect.poll(() => thing(page, 'Note: Far away').isVisible()).toBe(true);
  });
});
