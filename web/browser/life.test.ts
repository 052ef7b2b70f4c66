import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addCards, card, column, drag, saved, titles } from './support/board';
import { setCast } from './support/cast';
import { withClaude } from './support/claude';
import { look } from './support/look';
import { type ModelRequest, planFile, setModel } from './support/model-api';
import { call, Gate, say } from './support/model-turn';
import { expectComplaint, PHONE, setStage } from './support/stage';

const model = setModel();
const stage = setStage((folder) => withClaude(folder, model.url));
const cast = setCast(stage);

const TITLE = 'Cut the wheels';
const RULES = '# How we build\n\n- Every change is small.\n- Every wheel is oiled. [[mend]]\n';
const MATERIAL = {
  question: 'What are the wheels made of?',
  header: 'Material',
  multiSelect: false,
  options: [
    { label: 'Brass', description: 'Soft and easy to cut' },
    { label: 'Steel', description: 'Hard and exact' },
  ],
};
const PLAN = '# Wheels\n\n1. Cut the wheels in `engine.txt`\n';
const EDITED = '# Wheels\n\n1. Cut the wheels in `engine.txt`\n2. Count them\n';

let project: { id: string; kanban_board_id: string };
let folder: string;

beforeAll(async () => {
  folder = join(stage.server.projects, 'difference-engine');
  mkdirSync(folder);
  writeFileSync(join(folder, 'engine.txt'), 'wheels: wood\noil: none\n');
  writeFileSync(join(folder, 'rules.md'), RULES);
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'The beginning');
  const { ada, grace } = cast;
  project = await stage.server.call('POST', '/projects', ada.token, {
    name: 'Difference Engine',
    folder_path: folder,
    best_practices_path: 'rules.md',
  });
  const member = { email: grace.email, role: 'editor' };
  await stage.server.call('POST', `/projects/${project.id}/members`, ada.token, member);
  const tool = `/boards/${project.kanban_board_id}/tools/update_column`;
  await stage.server.call('POST', tool, ada.token, { column: 'Review', prompt: '[[review]]' });
});

function git(...words: string[]): string {
  const who = ['-c', 'user.name=Charles', '-c', 'user.email=charles@example.org'];
  return execFileSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' });
}

/** Returns the tools that the model has called in this conversation. */
function called({ messages }: ModelRequest): string[] {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const calls = (blocks as { type: string; name?: string }[]).filter(({ type }) => type === 'tool_use');
  return calls.map(({ name }) => name ?? '');
}

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name });
}

async function cardId(page: Page): Promise<string> {
  await page.waitForURL(/card=/);
  return new URL(page.url()).searchParams.get('card') ?? '';
}

/** Kills the server as a power cut does, and starts it again. */
async function killServer(): Promise<void> {
  await stage.server.kill('SIGKILL');
  await stage.server.launch();
}

/** Carries a card with the mouse to the head of a column. */
async function carry(page: Page, title: string, to: string): Promise<void> {
  await drag(page, card(page, title), column(page, to).getByRole('heading').first());
}

test('the whole life of a card, with the real Claude Code, a phone, and two power cuts', async () => {
  const file = (id: string) => join(stage.server.folder, 'data', 'worktrees', project.id, id, 'engine.txt');
  let engine = '';
  const cut = new Gate();
  model.scene('engine', (request) => {
    const done = called(request);
    const approved = JSON.stringify(request.messages).includes('approve');
    if (!done.includes('AskUserQuestion')) return [call('AskUserQuestion', { questions: [MATERIAL] })];
    if (!approved && !done.includes('Write'))
      return [call('Write', { file_path: planFile(request), content: PLAN })];
    if (!approved && !done.includes('ExitPlanMode')) return [call('ExitPlanMode', {})];
    if (!done.includes('Read')) return [call('Read', { file_path: engine })];
    if (!done.includes('Edit'))
      return [call('Edit', { file_path: engine, old_string: 'wheels: wood', new_string: 'wheels: steel' })];
    return [say('The wheels are of steel', cut, ' now.')];
  });
  const edit = (from: string, to: string, words: string) => () =>
    readFileSync(engine, 'utf8').includes(to)
      ? [say(words)]
      : [call('Edit', { file_path: engine, old_string: from, new_string: to })];
  model.scene('count', edit('wheels: steel', 'wheels: steel, 12 of them', 'Counted.'));
  model.scene('mend', edit('oil: none', 'oil: fresh', 'Oiled.'));
  const report = (verdict: 'pass' | 'fail') =>
    call('mcp__tandem__report_review', {
      rules: [
        { rule: 1, verdict: 'pass' },
        verdict === 'pass'
          ? { rule: 2, verdict }
          : { rule: 2, verdict, note: 'The wheels are dry.', places: [{ file: 'engine.txt', line: 2 }] },
      ],
      steps: [
        { text: 'Cut the wheels', done: true },
        { text: 'Count them', done: true },
      ],
      summary: 'I looked at every wheel.',
    });
  model.scene('review', (request) => {
    if (called(request).length > 0) return [say('The review is filed.')];
    return [report(readFileSync(engine, 'utf8').includes('oil: fresh') ? 'pass' : 'fail')];
  });

  // A card is written down, and dragged to be planned.
  const path = `/p/${project.id}/b/${project.kanban_board_id}`;
  const ada = await stage.person(cast.ada, path);
  await addCards(ada, 'Pending', TITLE);
  await card(ada, TITLE).click();
  const id = await cardId(ada);
  engine = file(id);
  await stage.server.call('POST', `/boards/${project.kanban_board_id}/tools/update_card`, cast.ada.token, {
    card: id,
    description: 'As exact as can be. [[engine]]',
  });
  await ada.keyboard.press('Escape');
  await saved(ada);
  await carry(ada, TITLE, 'Planning');
  const grace = await stage.person(cast.grace, `${path}?card=${id}`, PHONE);
  for (const page of [ada, grace]) expectComplaint(page, /ERR_|WebSocket|Failed to (load|fetch)/);

  // It asks, and is answered by a chip, from the phone.
  await card(ada, TITLE).getByText('Question').waitFor();
  await look(ada, 'life-question');
  await tab(grace, 'Chat').click();
  const question = grace.getByRole('region', { name: /question for you/i });
  await question.getByRole('radio', { name: 'Steel' }).check();
  await look(grace, 'life-question-phone');
  await question.getByRole('button', { name: /Send answer/ }).click();

  // The power goes while the plan waits. It still waits afterwards, and is edited and approved.
  await card(ada, TITLE).getByText('Plan to approve').waitFor();
  await killServer();
  await card(ada, TITLE).click();
  await tab(ada, 'Chat').click();
  const plan = ada.getByRole('region', { name: 'A plan for you to approve' });
  await plan.getByText('Cut the wheels in').waitFor();
  await plan.getByRole('button', { name: 'Edit' }).click();
  await plan.getByLabel('Plan').fill(EDITED);
  await look(ada, 'life-plan');
  await plan.getByRole('button', { name: 'Approve this plan' }).click();

  // It moves by itself. The power goes again in the middle of the work, which goes on by itself.
  await expect.poll(() => titles(ada, 'Coding')).toEqual([TITLE]);
  await expect.poll(() => readFileSync(engine, 'utf8')).toContain('wheels: steel');
  expect(JSON.stringify(model.requests)).toContain('2. Count them');
  await killServer();
  cut.open();
  await ada.keyboard.press('Escape');
  await card(ada, TITLE).getByText('Done here').waitFor();
  expect(readFileSync(join(folder, 'engine.txt'), 'utf8'), 'the project itself is as it was').toContain(
    'wood',
  );
  await grace.getByText('The wheels are of steel now.').waitFor();
  await look(ada, 'life-coded');

  // A comment on a line goes to the agent.
  await card(ada, TITLE).click();
  await tab(ada, 'Plan').click();
  await ada.getByText('Count them').waitFor();
  await tab(ada, 'Diff').click();
  const added = ada.getByRole('button', { name: /Comment on line 1, / }).last();
  await added.click();
  await ada.getByRole('textbox', { name: 'Comment on line 1' }).fill('How many? [[count]]');
  await look(ada, 'life-comment');
  await ada.getByRole('button', { name: 'Keep comment' }).click();
  await ada.getByRole('button', { name: 'Send 1 comment to the agent' }).click();
  await expect.poll(() => readFileSync(engine, 'utf8')).toContain('12 of them');
  await ada.keyboard.press('Escape');
  await card(ada, TITLE).getByText('Done here').waitFor();

  // The review finds a rule that is broken, and the phone sends it back.
  await carry(ada, TITLE, 'Review');
  await card(ada, TITLE).getByText('1 rule broken').waitFor();
  await tab(grace, 'Review').click();
  await grace.getByText('The wheels are dry.').waitFor();
  await grace.getByText('engine.txt:2').waitFor();
  await look(grace, 'life-review-phone');
  await grace.getByRole('button', { name: 'Send 1 broken rule back to Coding' }).click();
  await expect.poll(() => titles(ada, 'Coding')).toEqual([TITLE]);
  await expect.poll(() => readFileSync(engine, 'utf8')).toContain('oil: fresh');
  await card(ada, TITLE).getByText('Done here').waitFor();

  // This time nothing is wrong: it is merged, and done.
  await carry(ada, TITLE, 'Review');
  await card(ada, TITLE).getByText('Reviewed').waitFor();
  await card(ada, TITLE).click();
  await tab(ada, 'Review').click();
  await ada.getByText('2 kept').waitFor();
  await look(ada, 'life-review');
  await tab(ada, 'Diff').click();
  await ada.getByRole('button', { name: 'Merge' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Merge into main' });
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await ada.getByText('Merged into main').waitFor();
  expect(git('show', 'main:engine.txt')).toBe('wheels: steel, 12 of them\noil: fresh\n');
  expect(readFileSync(join(folder, 'engine.txt'), 'utf8')).toContain('oil: fresh');
  await ada.keyboard.press('Escape');
  await carry(ada, TITLE, 'Done');
  await expect.poll(() => titles(ada, 'Done')).toEqual([TITLE]);
  await look(ada, 'life-done');
  await look(grace, 'life-done-phone');
}, 240_000);
