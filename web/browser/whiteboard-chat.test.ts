import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { saved } from './support/board';
import { connector, fill, newWhiteboard, note, opened, thing } from './support/canvas';
import { setCast } from './support/cast';
import { withClaude } from './support/claude';
import { look } from './support/look';
import { type ModelRequest, setModel } from './support/model-api';
import { call, say } from './support/model-turn';
import { turnEnd } from './support/sessions';
import { PHONE, setStage } from './support/stage';

const model = setModel();
const stage = setStage((folder) => withClaude(folder, model.url));
const cast = setCast(stage);

const PLAN = {
  title: 'Plan',
  operations: [
    { op: 'createShape', ref: 'start', text: 'Start' },
    { op: 'createShape', ref: 'end', text: 'End' },
    { op: 'createConnector', ref: 'way', fromRef: 'start', toRef: 'end' },
  ],
  layoutDirective: 'flowchart-left-right',
};

/** Opens a whiteboard with three notes. */
async function threeNotes(name: string, options?: typeof PHONE) {
  const place = await newWhiteboard(stage, cast, name);
  await fill(stage, cast, place.board, [
    note('a', 'Buy milk', 100, 150),
    note('b', 'Feed the cat', 400, 150),
    note('c', 'Water the plants', 700, 150),
  ]);
  const page = await stage.person(cast.ada, place.path, options);
  await opened(page);
  await thing(page, 'Note: Buy milk').waitFor();
  return { page, ...place };
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Message to the agent' });
const chat = (page: Page) => page.getByRole('dialog', { name: 'Chat' });

/** Returns what the model was told last in words. */
function lastTold(request: ModelRequest | undefined): string {
  return JSON.stringify(request?.messages.findLast(({ role }) => role === 'user'))
    .replaceAll('\\n', '\n')
    .replaceAll('\\"', '"');
}

describe('the chat beside the canvas', () => {
  test('the agent is told what is selected, draws, and what it drew is found', async () => {
    model.scene('plan', [call('mcp__tandem__batchOperations', PLAN)], [say('There is a **plan** now.')]);
    const { page } = await threeNotes('Chatting');
    await thing(page, 'Note: Buy milk').click();
    await thing(page, 'Note: Feed the cat').click({ modifiers: ['Shift'] });
    const before = await thing(page, 'Note: Buy milk').boundingBox();
    await page.keyboard.press('Shift+c');
    await box(page).waitFor();
    // The canvas is narrower, and what it shows stays where it is.
    expect(await thing(page, 'Note: Buy milk').boundingBox()).toEqual(before);
    const canvas = await page.getByRole('application', { name: 'Whiteboard' }).boundingBox();
    expect(canvas?.width).toBe((await chat(page).boundingBox())?.x);
    const along = chat(page).getByRole('group', { name: 'Goes along with the message' });
    await along.getByText('2 objects selected').waitFor();
    await look(page, 'whiteboard-chat-start');

    // Letters are words here, and no tools.
    await box(page).click();
    await page.keyboard.type('nstcv make a plan of these [[plan]]');
    expect(await page.locator('[data-tool]').getAttribute('data-tool')).toBe('select');
    await along.getByText('“Buy milk”, “Feed the cat”').waitFor();
    await page.keyboard.press('Enter');
    await turnEnd(page, 'Done').waitFor();

    const first = model.requests.find((request) => JSON.stringify(request).includes('[[plan]]'));
    const told = lastTold(first);
    const [, state = ''] = told.match(/<board_state>(.*?)<\/board_state>/s) ?? [];
    const [, selected = ''] = state.match(/Selected by the person:\n(.*?)\nOn the board:/s) ?? [];
    expect(selected.split('\n')).toHaveLength(2);
    expect(selected).toContain('Buy milk');
    expect(selected).toContain('Feed the cat');
    expect(selected).not.toContain('Water the plants');

    await thing(page, 'Rectangle: Start').waitFor();
    await look(page, 'whiteboard-chat');
    await chat(page).getByRole('button', { name: 'Show on the board' }).click();
    await along.getByText('4 objects selected').waitFor();
    await along.getByRole('button', { name: 'Select nothing' }).click();
    await along.waitFor({ state: 'detached' });

    await box(page).press('Escape');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('application');
    await page.keyboard.press('c');
    expect(await page.locator('[data-tool]').getAttribute('data-tool')).toBe('connector');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+c');
    await chat(page).waitFor({ state: 'detached' });

    // The one that was last active opens again, and the object leads to it too.
    await page.getByRole('button', { name: /^Chat/ }).click();
    await chat(page).getByText('There is a plan now.').waitFor();
    await chat(page).getByRole('button', { name: 'New session' }).click();
    await chat(page).getByText('Ask an agent').waitFor();
    await thing(page, 'Rectangle: Start').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Last changed by Claude Code, just now/ }).click();
    await chat(page).getByText('There is a plan now.').waitFor();
    await chat(page)
      .getByRole('button', { name: /^Session:/ })
      .click();
    await page.getByRole('menuitemradio', { name: /make a plan of these/ }).waitFor();
  });

  test('on a phone it covers the canvas, and the selection goes along', async () => {
    model.scene('phone', [say('I see it.')]);
    const { page } = await threeNotes('On a phone', PHONE);
    await thing(page, 'Note: Buy milk').tap();
    await page.getByRole('button', { name: 'Chat', exact: true }).tap();
    await chat(page).getByText('1 object selected').waitFor();
    await look(page, 'whiteboard-chat-start-phone');
    await box(page).fill('Do you see it? [[phone]]');
    await chat(page).getByRole('button', { name: 'Send', exact: true }).tap();
    await turnEnd(page, 'Done').waitFor();
    const told = lastTold(model.requests.find((request) => JSON.stringify(request).includes('[[phone]]')));
    expect(told).toMatch(/Selected by the person:\n.*Buy milk/);
    await look(page, 'whiteboard-chat-phone');
    await chat(page).getByRole('button', { name: 'Close' }).tap();
    await chat(page).waitFor({ state: 'detached' });
  });
});

describe('the history of a whiteboard', () => {
  test('a board of the past is looked at as it was drawn, and brought back', async () => {
    const { page, board } = await threeNotes('Looking back');
    await fill(stage, cast, board, [
      { id: 'f', kind: 'frame', props: { name: 'Later', x: 100, y: 450, w: 500, h: 280 } },
      note('d', 'Sleep', 30, 60, 'f'),
      { id: 'way', kind: 'connector', props: { from: 'a', to: 'd', label: 'then' } },
    ]);
    await thing(page, /^Note: Sleep/).waitFor();
    await thing(page, 'Note: Buy milk').click();
    await page.keyboard.press('Delete');
    await thing(page, 'Frame: Later, one object').click({ position: { x: 20, y: 12 } });
    await page.keyboard.press('Delete');
    await saved(page);

    await page.keyboard.press('Shift+h');
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByText(/deleted \d objects/).waitFor();
    await history.getByRole('slider').fill('2');
    const past = page.getByRole('region', { name: 'Whiteboard in the past' });
    await past.getByRole('group', { name: 'Note: Sleep, in frame Later' }).waitFor();
    await past.getByRole('img', { name: 'Connector from “Buy milk” to “Sleep”: then' }).waitFor();
    // All of it is shown, in the middle of what is free.
    await expect
      .poll(async () => {
        const [first, last] = [
          await past.getByRole('group', { name: 'Note: Buy milk' }).boundingBox(),
          await past.getByRole('group', { name: 'Note: Water the plants' }).boundingBox(),
        ];
        const room = await past.boundingBox();
        const right = (room?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0);
        return Math.abs((first?.x ?? 0) - right);
      })
      .toBeLessThan(3);
    await look(page, 'whiteboard-past');
    await history.getByRole('slider').fill('1');
    await past.getByRole('group', { name: 'Note: Sleep, in frame Later' }).waitFor({ state: 'detached' });
    await history.getByRole('slider').fill('2');
    await past.getByRole('group', { name: 'Note: Sleep, in frame Later' }).waitFor();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('button', { name: 'Restore this state' }).click();
    await past.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    await thing(page, 'Note: Sleep, in frame Later').waitFor();
    await connector(page, 'Connector from “Buy milk” to “Sleep”: then').waitFor();
    await saved(page);
  });

  test('on a phone the past is shown inside of the panel', async () => {
    const { page, board } = await threeNotes('Looking back on a phone', PHONE);
    await fill(stage, cast, board, [note('d', 'Sleep', 100, 450)]);
    await page.getByRole('button', { name: 'History' }).tap();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByRole('slider').fill('1');
    await history.getByRole('group', { name: 'Note: Water the plants' }).waitFor();
    expect(await history.getByRole('button', { name: 'Back to now' }).count()).toBe(1);
    await look(page, 'whiteboard-past-phone');
  });
});
