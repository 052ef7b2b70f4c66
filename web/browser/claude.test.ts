import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { setCast } from './support/cast';
import { withClaude } from './support/claude';
import { look } from './support/look';
import { planFile, setModel, toolResult } from './support/model-api';
import { call, Gate, say, think } from './support/model-turn';
import { startSession, turnEnd } from './support/sessions';
import { DESKTOP, expectComplaint, PHONE, setStage } from './support/stage';

const model = setModel();
const stage = setStage((folder) => withClaude(folder, model.url));
const cast = setCast(stage);
/** A page so high that every row of a conversation is on it. */
const WHOLE_HEIGHT = 6_000;

const MATERIAL = {
  question: 'What are the wheels made of?',
  header: 'Material',
  multiSelect: false,
  options: [
    { label: 'Brass', description: 'Soft and easy to cut' },
    { label: 'Steel', description: 'Hard and exact' },
  ],
};
const PARTS = {
  question: 'Which parts come first?',
  header: 'Parts',
  multiSelect: true,
  options: [
    { label: 'Mill', description: 'Reckons' },
    { label: 'Store', description: 'Remembers' },
    { label: 'Printer', description: 'Writes' },
  ],
};

let file: (name: string) => string;

beforeAll(() => {
  const folder = join(stage.server.projects, 'analytical-engine');
  file = (name) => join(folder, name);
  writeFileSync(file('engine.txt'), 'wheels: wood\nparts: none\n');
  writeFileSync(file('check.sh'), 'echo checked > checked.txt\necho All wheels turn.\n');
});

afterEach(() => {
  model.refusal = null;
});

/** Opens the sessions of the project and starts one with the real Claude Code. */
async function start(mode: string, message: string): Promise<Page> {
  const page = await stage.person(cast.ada, `/p/${cast.project}/sessions`);
  await startSession(page, 'claude', mode, message);
  return page;
}

/** Returns everything that a conversation shows, in the words of whoever did not begin it. */
async function wholeText(page: Page): Promise<string> {
  const text = await page.getByRole('log').textContent();
  return (text ?? '').replace('You:', cast.ada.name);
}

function runsCheck() {
  return call('Bash', { command: 'sh check.sh', description: 'Check the engine' });
}

test('a plan becomes a change, while somebody else looks on from a phone', async () => {
  const path = file('engine.txt');
  model.scene(
    'engine',
    [think('I do not know enough yet.'), call('AskUserQuestion', { questions: [MATERIAL, PARTS] })],
    (request) => [
      call('Write', { file_path: planFile(request), content: '# Wheels\n\n1. Cut the wheels\n' }),
    ],
    [call('ExitPlanMode', {})],
    [call('Read', { file_path: path })],
    [call('Edit', { file_path: path, old_string: 'wheels: wood', new_string: 'wheels: steel' })],
    [runsCheck()],
    [say('The engine has **steel wheels** now.')],
  );
  const ada = await start('plan', 'Build the wheels [[engine]]');
  const grace = await stage.person(cast.grace, new URL(ada.url()).pathname, PHONE);

  const questions = '2 questions for you';
  await grace.getByRole('region', { name: questions }).waitFor();
  await look(grace, 'claude-question-phone');
  const card = ada.getByRole('region', { name: questions });
  await card.getByRole('radio', { name: 'Steel' }).check();
  await card.getByRole('button', { name: 'Next' }).click();
  await card.getByRole('checkbox', { name: 'Mill' }).check();
  await card.getByRole('checkbox', { name: 'Printer' }).check();
  await look(ada, 'claude-question');
  await card.getByRole('button', { name: 'Send answers' }).click();
  for (const page of [ada, grace]) await page.getByText('Mill, Printer').waitFor();

  const plan = ada.getByRole('region', { name: 'A plan for you to approve' });
  await plan.getByText('Cut the wheels').waitFor();
  expect(model.requests.map(toolResult)).toContainEqual(expect.stringMatching(/Steel.*Mill, Printer/s));
  await plan.getByRole('button', { name: 'Edit' }).click();
  await plan.getByLabel('Plan').fill('# Wheels\n\n1. Cut the wheels\n2. Oil them\n');
  await look(ada, 'claude-plan-edited');
  await plan.getByRole('button', { name: 'Approve this plan' }).click();
  for (const page of [ada, grace]) await page.getByText('Plan approved').waitFor();

  const permission = { name: 'May it run this command?' };
  await grace.getByRole('region', permission).waitFor();
  expect(model.requests.map(toolResult)).toContainEqual(expect.stringContaining('2. Oil them'));
  expect(readFileSync(path, 'utf8')).toBe('wheels: steel\nparts: none\n');
  expect(existsSync(file('checked.txt'))).toBe(false);
  await look(grace, 'claude-permission-phone');
  // Anybody who may edit answers, and who asked sees it.
  await grace.getByRole('region', permission).getByRole('button', { name: 'Allow once' }).click();
  for (const page of [ada, grace]) {
    await page.getByText('The engine has steel wheels now.').waitFor();
    await turnEnd(page, 'Done').waitFor();
  }
  expect(readFileSync(file('checked.txt'), 'utf8')).toBe('checked\n');
  expect(await turnEnd(ada, 'Done').textContent()).toMatch(/\$\d+\.\d\d/);

  for (const [page, { viewport }] of [
    [ada, DESKTOP],
    [grace, PHONE],
  ] as const)
    await page.setViewportSize({ width: viewport?.width ?? 0, height: WHOLE_HEIGHT });
  await expect.poll(() => wholeText(ada)).toMatch(/Build the wheels.*Plan approved.*Allowed.*Done · /s);
  await expect.poll(() => wholeText(grace)).toBe(await wholeText(ada));
  await ada.setViewportSize({ width: 1440, height: 900 });
  await ada.getByRole('button', { name: /^Edit/ }).click();
  const changes = ada.getByRole('group', { name: /Changes of .*engine\.txt/ });
  await changes.getByText('wheels: wood').waitFor();
  await changes.getByText('wheels: steel').waitFor();
  await look(ada, 'claude-done');
});

test('a question outlives a server that is killed', async () => {
  model.scene('outlive', [call('AskUserQuestion', { questions: [MATERIAL] })], (request) => [
    say(`So I was told: ${JSON.stringify(request.messages).match(/Brass and tin/)?.[0] ?? 'nothing'}.`),
  ]);
  const page = await start('chat', 'Ask me [[outlive]]');
  // A browser says on the console that a server cannot be reached, and there is no way to ask it not to.
  expectComplaint(page, /ERR_|WebSocket|Failed to (load|fetch)/);
  const card = page.getByRole('region', { name: 'A question for you' });
  await card.getByRole('radio', { name: 'Other…' }).check();
  await card.getByLabel('Your answer').fill('Brass and tin');
  await stage.server.kill('SIGKILL');
  await page.getByText(/^No connection/).waitFor();
  await look(page, 'claude-offline');
  await stage.server.launch();
  await page.getByText(/^No connection/).waitFor({ state: 'detached' });
  await look(page, 'claude-back');
  // What was half answered is still there too.
  await card.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('So I was told: Brass and tin.').waitFor();
  await turnEnd(page, 'Done').waitFor();
  await card.waitFor({ state: 'detached' });
});

test('an answer is interrupted, and the conversation goes on', async () => {
  const gate = new Gate();
  model.scene('long', [say('The first wheel turns. ', gate, 'The second wheel turns.')]);
  model.scene('short', [say('Here I am again.')]);
  const page = await start('chat', 'Tell me all [[long]]');
  await page.getByText('The first wheel turns.').waitFor();
  await page.getByRole('button', { name: 'Interrupt the agent' }).click();
  await turnEnd(page, 'Interrupted').waitFor();
  gate.open();
  await page.getByLabel('Message to the agent').fill('And now? [[short]]');
  await page.keyboard.press('Enter');
  await page.getByText('Here I am again.').waitFor();
  await turnEnd(page, 'Done').waitFor();
  await page.getByText('The first wheel turns.').waitFor();
  expect(await page.getByText('The second wheel turns.').count()).toBe(0);
});

test('a key that is refused is said with what helps, and the session goes on once it is right', async () => {
  model.scene('key', [say('The key fits.')]);
  model.refusal = { status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
  const page = await start('chat', 'Are you there? [[key]]');
  const problem = page.getByRole('region', { name: 'The model service refused the key' });
  await problem.getByText(/ANTHROPIC_API_KEY/).waitFor();
  await problem.getByRole('button', { name: 'Continue' }).waitFor();
  await look(page, 'claude-refused');
  model.refusal = null;
  await problem.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The key fits.').waitFor();
  await turnEnd(page, 'Done').waitFor();
  expect(await problem.getByRole('button', { name: 'Continue' }).count()).toBe(0);
});

test('a command is allowed from the inbox', async () => {
  model.scene('inbox', [runsCheck()], (request) => [say(`It said: ${toolResult(request)}`)]);
  const page = await start('chat', 'Check it for me [[inbox]]');
  const session = page.url();
  await page.getByRole('link', { name: /Inbox, \d+ waits? for you/ }).click();
  const item = page.getByRole('article', { name: /Check it for me/ });
  await item.getByText('sh check.sh', { exact: true }).waitFor();
  await look(page, 'claude-inbox');
  await item.getByRole('button', { name: 'Allow once' }).click();
  await item.waitFor({ state: 'detached' });
  await page.goto(session);
  await page.getByText('It said: All wheels turn.').waitFor();
  await turnEnd(page, 'Done').waitFor();
});
