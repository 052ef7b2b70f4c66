import { expect, test } from 'vitest';
import { hasUpdate } from './update';

const server = (file: string) => async () =>
  Response.json({ 'index.html': { file, isEntry: true }, other: {} });

test('another beginning is a newer version, the same is none', async () => {
  expect(await hasUpdate('/assets/index-a.js', server('assets/index-b.js'))).toBe(true);
  expect(await hasUpdate('/assets/index-a.js', server('assets/index-a.js'))).toBe(false);
});

test('without a list, or in a page that was not built, nothing is said', async () => {
  expect(await hasUpdate('/assets/index-a.js', async () => new Response('', { status: 404 }))).toBe(false);
  expect(await hasUpdate(null, server('assets/index-b.js'))).toBe(false);
});
