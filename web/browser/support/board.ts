import type { Locator, Page } from 'playwright-core';

export function column(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

export function card(page: Page, title: string): Locator {
  return page.getByRole('article', { name: title, exact: true });
}

/** Returns the titles of a column's cards from top to bottom. */
export function titles(page: Page, name: string): Promise<string[]> {
  return column(page, name)
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''));
}

export async function addCards(page: Page, name: string, ...titles: string[]): Promise<void> {
  await page
    .getByRole('button', { name: `Add card to ${name}` })
    .last()
    .click();
  const box = page.getByRole('textbox', { name: `Title of a new card in ${name}` });
  for (const title of titles) {
    await box.fill(title);
    await box.press('Enter');
    await card(page, title).waitFor();
  }
  await box.press('Escape');
  // The focus goes back to a card, and only then may the next key come.
  await page.locator('article:focus').waitFor();
}

/** Waits until the server has everything. */
export function saved(page: Page): Promise<void> {
  return page.getByText('Saved', { exact: true }).waitFor({ state: 'attached' });
}

/** Carries a card with the mouse to the middle of something, in steps as a hand does. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await lift(page, from, to);
  await page.mouse.up();
}

/** Carries a card with the mouse and does not let go. */
export async function lift(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 8, start.y + 8, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 8 });
}

export async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
