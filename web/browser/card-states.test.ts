import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { card, column, drag } from './support/board';
import { setCast } from './support/cast';
import { look } from './support/look';
import { setModel } from './support/model-api';
import { Gate, say } from './support/model-turn';
import { newRepository } from './support/repository';
import { PHONE, setStage } from './support/stage';

const model = setModel();
const stage = setStage((folder) => ({
  flags: ['--agent', 'api', '--max-running', '1'],
  environment: {
    PATH: process.env.PATH,
    HOME: folder,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'dummy',
  },
}));
const cast = setCast(stage);

/** Makes cards and drags them into Coding, in order. */
async function putToWork(page: Page, board: string, cards: Readonly<Record<string, string>>): Promise<void> {
  for (const [title, description] of Object.entries(cards)) {
    const input = { title, description, column: 'Pending' };
    await stage.server.call('POST', `/boards/${board}/tools/create_card`, cast.ada.token, input);
    await card(page, title).waitFor();
    await drag(page, card(page, title), column(page, 'Coding'));
    await column(page, 'Coding').getByRole('article', { name: title }).waitFor();
  }
}

/** Looks at the cards of Coding at the desk and on a phone. */
async function lookAtCoding(page: Page, path: string, name: string): Promise<void> {
  await look(page, name);
  const phone = await stage.person(cast.ada, path, PHONE);
  await phone
    .getByRole('button', { name: /^Coding/ })
    .last()
    .tap();
  await column(phone, 'Coding').getByRole('article').first().waitFor();
  await look(phone, `${name}-phone`);
}

test('cards say whether they run, queue or are lined up, and what has become of them', async () => {
  const { board, path } = await newRepository(stage, cast.ada, 'Loom');
  const tool = `/boards/${board}/tools/update_column`;
  await stage.server.call('POST', tool, cast.ada.token, { column: 'Coding', limit: 2 });
  const page = await stage.person(cast.ada, path);
  const gate = new Gate();
  model.scene('hold', [say('I look at the cards. ', gate, 'They are punched.')]);
  model.scene('done', [say('Done.')]);
  await putToWork(page, board, {
    'Punch them': '[[hold]]',
    'Sort them': '[[done]]',
    'String them': '[[done]]',
  });
  await card(page, 'Punch them')
    .getByText(/\d:\d\d/)
    .waitFor();
  await card(page, 'Sort them').getByText('Queued').waitFor();
  await card(page, 'String them').getByText('Lined up').waitFor();
  await lookAtCoding(page, path, 'states-busy');

  await card(page, 'Sort them').click();
  await page.getByRole('dialog', { name: 'Sort them' }).getByRole('button', { name: 'Stop' }).click();
  await card(page, 'Sort them').getByText('Stopped').waitFor();
  await page.keyboard.press('Escape');
  await drag(page, card(page, 'Sort them'), column(page, 'Pending'));

  model.refusal = { status: 400, type: 'invalid_request_error', message: 'The model is out of cards.' };
  gate.open();
  await card(page, 'Punch them').getByText('Done here').waitFor();
  await card(page, 'String them')
    .getByText(/out of cards/)
    .waitFor();
  const reset = String(Math.floor(Date.now() / 1000) + 900);
  const headers = { 'retry-after': '900', 'anthropic-ratelimit-unified-reset': reset };
  model.refusal = { status: 429, type: 'rate_limit_error', message: 'Limit', headers };
  await putToWork(page, board, { 'Weave them': '[[done]]' });
  await card(page, 'Weave them').getByText('Usage limit, goes on in').waitFor();
  await lookAtCoding(page, path, 'states-ended');
  model.refusal = null;
});
