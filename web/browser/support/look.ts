import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const FOLDER = new URL('../../screenshots/', import.meta.url).pathname;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** Takes a picture of the page in both themes, and has axe look for what keeps people from using it. */
export async function look(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), theme);
    await rest(page);
    await page.screenshot({ path: `${FOLDER}${name}-${theme}.png` });
    await checkAccess(page, `${name}, ${theme}`, theme === 'dark');
  }
}

/** Waits until what moves or fades has come to its end. */
async function rest(page: Page): Promise<void> {
  // The mark of a fresh change comes and goes by itself, so it must be gone before anything is judged.
  await page.locator('article .animate-pop').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * Fails for anything axe finds. It runs apart from the page's own policy, which allows no such script.
 *
 * Themes differ in colours only, so nothing else has to be looked for in the second.
 */
async function checkAccess(page: Page, name: string, onlyColours: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const rules = onlyColours ? ", runOnly: ['color-contrast']" : '';
  const run = `${AXE}; axe.run(document, { resultTypes: ['violations']${rules} })`;
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: run,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  expect(exceptionDetails, name).toBeUndefined();
  const { violations } = result.value as AxeResult;
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' · ')}`,
  );
  expect(found, name).toEqual([]);
}
