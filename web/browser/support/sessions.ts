import type { Locator, Page } from 'playwright-core';

/** Starts a session at the page of a project's sessions, and waits until it has something to show. */
export async function startSession(page: Page, agent: string, mode: string, message: string): Promise<void> {
  await page.getByRole('button', { name: 'New session' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByLabel('First message').fill(message);
  await dialog.getByLabel('Agent').selectOption(agent);
  await dialog.getByLabel('Mode').selectOption(mode);
  await dialog.getByRole('button', { name: 'Start session' }).click();
  await page.getByRole('log').getByText(message, { exact: true }).waitFor();
}

/** The end of the newest turn. */
export function turnEnd(page: Page, outcome: 'Done' | 'Interrupted'): Locator {
  return page
    .getByRole('log')
    .getByText(new RegExp(`^${outcome} · `))
    .last();
}
