import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { binary } from '../tests/support/server';
import { newWhiteboard, opened, thing } from './support/canvas';
import { setCast } from './support/cast';
import { look } from './support/look';
import { turnEnd } from './support/sessions';
import { setStage } from './support/stage';

// Slow enough that what comes is seen before it is there.
const stage = setStage(() => ({
  flags: ['--agent', 'rehearsal'],
  environment: { ...process.env, TANDEM_REHEARSAL_PACE: '60' },
}));
const cast = setCast(stage);

interface Node {
  readonly kind: string;
  readonly props: Readonly<Record<string, unknown>>;
}

async function contents(board: string): Promise<{ readonly nodes: readonly Node[] }> {
  return await stage.server.call('GET', `/boards/${board}`, cast.ada.token);
}

/** Returns what a careful person would put right on a board. */
function findings(board: object): unknown {
  return JSON.parse(
    execFileSync(binary(), ['lint', '--json', '-'], { input: JSON.stringify(board), encoding: 'utf8' }),
  );
}

test('with nothing installed a SWOT is drawn in the chat, and one undo takes it back', async () => {
  const { path, board } = await newWhiteboard(stage, cast, 'Rehearsed');
  const page = await stage.person(cast.ada, path);
  await opened(page);
  await page.keyboard.press('Shift+c');
  const box = page.getByRole('textbox', { name: 'Message to the agent' });
  await box.fill('Draw a SWOT of our bakery');
  await box.press('Enter');

  await page.locator('[data-ghosts]').getByText('People who know our bakery well').waitFor();
  await thing(page, /^Note: People who know our bakery well/).waitFor();
  await turnEnd(page, 'Done').waitFor();
  await page
    .getByRole('log')
    .getByText(/scripted rehearsal, not a model/)
    .waitFor();
  await page
    .getByRole('log')
    .getByText(/Done: SWOT of our bakery, with 4 frames and 8 notes/)
    .waitFor();
  const drawn = await contents(board);
  const count = (kind: string) => drawn.nodes.filter((node) => node.kind === kind).length;
  expect([count('frame'), count('note')]).toEqual([4, 8]);
  expect(findings(drawn)).toEqual({ items: [] });
  await look(page, 'whiteboard-rehearsal');

  await page.getByRole('button', { name: 'Undo on the board' }).click();
  await thing(page, /^Note: People who know our bakery well/).waitFor({ state: 'detached' });
  expect((await contents(board)).nodes).toEqual([]);
});
