import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setCast } from './support/cast';
import { look } from './support/look';
import { setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

/** A tool server in a few lines: it answers the greeting and names its tools. */
const PROGRAM = `
const tools = [{ name: 'echo', inputSchema: { type: 'object' } }, { name: 'add', inputSchema: { type: 'object' } }];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = method === 'initialize'
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'small', version: '1.0.0' } }
    : method === 'tools/list' ? { tools } : {};
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

test('an administrator registers a tool server and tries it, and a project chooses it', async () => {
  const program = join(stage.server.folder, 'small.cjs');
  writeFileSync(program, PROGRAM);
  const page = await stage.person(cast.ada, '/settings/tool-servers');
  await page.getByText('No tool servers').waitFor();
  await page.getByRole('button', { name: 'Add tool server' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('small');
  await dialog.getByLabel('Program').fill(process.execPath);
  await dialog.getByRole('button', { name: 'Add argument' }).click();
  await dialog.getByLabel('Value of argument 1').fill(program);
  await dialog.getByRole('button', { name: 'Add variable' }).click();
  await dialog.getByLabel('Name of variable 1').fill('TOKEN');
  await dialog.getByLabel('Value of variable 1').fill('a secret nobody sees');
  await look(page, 'tool-server-new');
  await dialog.getByRole('button', { name: 'Add tool server' }).click();
  await page.getByRole('button', { name: 'Test connection to small' }).click();
  await page.getByText(/It works: 2 tools/).waitFor();
  await page.getByRole('list', { name: 'Its tools' }).getByText('echo').waitFor();
  await look(page, 'tool-servers');
  expect(await page.content()).not.toContain('a secret nobody sees');

  await page.getByRole('button', { name: 'Edit small' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('renamed');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Test connection to renamed' }).click();
  await page.getByText(/It works: 2 tools/).waitFor();

  await page.goto(`/p/${cast.project}/tools`);
  // It is checked once the server has it.
  await page.getByLabel('renamed').click();
  await expect.poll(() => page.getByLabel('renamed').isChecked()).toBe(true);
  await look(page, 'project-tools');
  await page.reload();
  await expect.poll(() => page.getByLabel('renamed').isChecked()).toBe(true);
});

test('who is no administrator does not get there', async () => {
  const page = await stage.person(cast.grace, '/settings/tool-servers');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('link', { name: 'Tool servers' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Add tool server' }).count()).toBe(0);
});
