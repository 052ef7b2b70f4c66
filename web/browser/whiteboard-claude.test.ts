import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { binary } from '../tests/support/server';
import { saved } from './support/board';
import { newWhiteboard, opened, thing } from './support/canvas';
import { setCast } from './support/cast';
import { withClaude } from './support/claude';
import { look } from './support/look';
import { setModel } from './support/model-api';
import { call, callUntil, Gate, say } from './support/model-turn';
import { turnEnd } from './support/sessions';
import { setStage } from './support/stage';

const model = setModel();
const stage = setStage((folder) => withClaude(folder, model.url));
const cast = setCast(stage);

const DRAW = 'mcp__tandem__batchOperations';
const GALLERY = new URL('../../crates/boards/tests/whiteboard/gallery/', import.meta.url);

interface Node {
  readonly id: string;
  readonly kind: string;
  readonly parent: string;
  readonly props: Readonly<Record<string, unknown>>;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Returns a batch of the gallery. */
function batch(name: string): object {
  return JSON.parse(readFileSync(new URL(`${name}.json`, GALLERY), 'utf8')) as object;
}

async function contents(board: string): Promise<{ readonly nodes: readonly Node[] }> {
  return await stage.server.call('GET', `/boards/${board}`, cast.ada.token);
}

/** Returns where something lies, by what is written on it. */
function placeOf(nodes: readonly Node[], words: string): Place {
  const found = nodes.find(({ props }) => props.name === words || props.text === words);
  if (!found) throw new Error(`there is no “${words}”`);
  return { x: Number(found.props.x), y: Number(found.props.y) };
}

async function ask(page: Page, message: string): Promise<void> {
  await page.keyboard.press('Shift+c');
  const box = page.getByRole('textbox', { name: 'Message to the agent' });
  await box.fill(message);
  await box.press('Enter');
}

test('Claude Code draws four things while two people look on and one of them edits; one undo takes all of it back', async () => {
  const [writing, between] = [new Gate(), new Gate()];
  model.scene(
    'workshop',
    [callUntil(writing, 'Corner location', DRAW, batch('swot_even'))],
    [say('Now the sprint.', between), call(DRAW, batch('kanban'))],
    [call(DRAW, batch('journey_three'))],
    [call(DRAW, batch('flow_decisions'))],
    [say('All four are there.')],
  );
  const { path, board } = await newWhiteboard(stage, cast, 'Workshop');
  const [ada, grace] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
  await Promise.all([opened(ada), opened(grace)]);
  await ask(ada, 'Prepare the workshop [[workshop]]');

  // While it is still being written it is seen by everybody, and it is not there.
  const ghosts = grace.locator('[data-ghosts]');
  await ghosts.getByText('Own sourdough starter').waitFor();
  await ghosts.getByText('Claude Code is drawing.').waitFor();
  await ada.locator('[data-ghosts]').getByText('Own sourdough starter').waitFor();
  expect(await ghosts.getByText('Corner location').count()).toBe(0);
  expect((await contents(board)).nodes).toEqual([]);
  await look(grace, 'whiteboard-ghosts');

  writing.open();
  await thing(grace, /^Note: Corner location/).waitFor();
  await ghosts.waitFor({ state: 'detached' });

  // Somebody writes on a note of the agent's, and puts one of their own beside.
  await grace.keyboard.press('Shift+1');
  await thing(grace, /^Note: Small kitchen/).dblclick();
  await grace.keyboard.press('End');
  await grace.keyboard.type(', two ovens');
  await grace.keyboard.press('Escape');
  await grace.mouse.dblclick(60, 500);
  await grace.keyboard.type('Bring cake');
  await grace.keyboard.press('Escape');
  await saved(grace);
  between.open();
  await turnEnd(ada, 'Done').waitFor();
  await ada.keyboard.press('Escape');
  await ada.keyboard.press('Shift+1');
  await look(ada, 'whiteboard-workshop');

  const drawn = await contents(board);
  checkPlaces(drawn.nodes);
  expect(findings(drawn)).toEqual({ items: [] });
  await thing(grace, /^Note: Bring cake/).waitFor();
  await thing(grace, /^Note: Small kitchen, two ovens/).waitFor();

  await ada.getByRole('button', { name: 'Undo on the board' }).click();
  // Under the pointer it stays, with its button.
  await ada.getByText(/^Undone: what the agent did here/).hover();
  const left = (await contents(board)).nodes.map(({ props }) => props.text ?? props.name);
  expect(left.toSorted()).toEqual(['Bring cake', 'Small kitchen, two ovens', 'Weaknesses']);
  for (const page of [ada, grace]) {
    await thing(page, /^Note: Office catering/).waitFor({ state: 'detached' });
    await thing(page, /^Note: Bring cake/).waitFor();
  }
  await look(grace, 'whiteboard-undone');

  await ada.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Redo' }).click();
  for (const page of [ada, grace]) await thing(page, /^Note: Office catering/).waitFor();
});

/** Checks that each of the four has its own order. */
function checkPlaces(nodes: readonly Node[]): void {
  const at = (words: string) => placeOf(nodes, words);
  const [strengths, weaknesses] = [at('Strengths'), at('Weaknesses')];
  const [opportunities, threats] = [at('Opportunities'), at('Threats')];
  expect([strengths.y, strengths.x]).toEqual([weaknesses.y, opportunities.x]);
  expect([threats.y, threats.x]).toEqual([opportunities.y, weaknesses.x]);
  expect(strengths.x < weaknesses.x && strengths.y < opportunities.y).toBe(true);
  for (const row of [
    ['To do', 'In progress', 'Review', 'Done'],
    ['Discover', 'Compare', 'Sign up'],
  ]) {
    const places = row.map(at);
    expect(new Set(places.map(({ y }) => y)).size).toBe(1);
    expect(places.map(({ x }) => x)).toEqual(places.map(({ x }) => x).toSorted((a, b) => a - b));
  }
  const ways = nodes.filter(({ kind }) => kind === 'connector');
  expect(ways).toHaveLength(2 + 8);
  expect(at('Open app').y).toBeLessThan(at('Session still valid?').y);
  expect(at('Session still valid?').y).toBeLessThan(at('Ask for e-mail and password').y);
}

/** Returns what a careful person would put right on a board. */
function findings(board: object): unknown {
  return JSON.parse(
    execFileSync(binary(), ['lint', '--json', '-'], { input: JSON.stringify(board), encoding: 'utf8' }),
  );
}

test('an agent that is interrupted while it draws leaves nothing behind', async () => {
  const never = new Gate();
  model.scene('interrupted', [callUntil(never, 'Small kitchen', DRAW, batch('swot_even'))]);
  const { path, board } = await newWhiteboard(stage, cast, 'Interrupted');
  const page = await stage.person(cast.ada, path);
  await opened(page);
  await ask(page, 'A SWOT, please [[interrupted]]');
  const ghosts = page.locator('[data-ghosts]');
  await ghosts.getByText('Loyal regulars').waitFor();
  await page.reload();
  await opened(page);
  // Whoever comes later sees them too.
  await ghosts.getByText('Loyal regulars').waitFor();
  await page.getByRole('button', { name: 'Interrupt the agent' }).click();
  await turnEnd(page, 'Interrupted').waitFor();
  await ghosts.waitFor({ state: 'detached' });
  expect((await contents(board)).nodes).toEqual([]);
  never.open();
});
