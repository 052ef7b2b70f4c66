import type { Locator, Page } from 'playwright-core';
import type { Cast } from './cast';
import type { Stage } from './stage';

/** Something on a whiteboard, by what it is called: `Note: Buy milk`. */
export function thing(page: Page, name: string | RegExp): Locator {
  return page.getByRole('group', { name, exact: typeof name === 'string' });
}

export function connector(page: Page, name: string | RegExp): Locator {
  return page.getByRole('img', { name });
}

/** Makes a project with a whiteboard that both may edit. */
export async function newWhiteboard(
  { server }: Stage,
  { ada, grace }: Pick<Cast, 'ada' | 'grace'>,
  name: string,
  role: 'editor' | 'viewer' = 'editor',
): Promise<{ project: string; board: string; path: string }> {
  const { id: project } = await server.project(ada, name);
  await server.call('POST', `/projects/${project}/members`, ada.token, { email: grace.email, role });
  const { id: board } = await server.call<{ id: string }>('POST', `/projects/${project}/boards`, ada.token, {
    kind: 'whiteboard',
    title: 'Ideas',
  });
  return { project, board, path: `/p/${project}/b/${board}` };
}

interface Thing {
  readonly id: string;
  readonly kind: string;
  readonly parent?: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/** Puts things on a whiteboard through the API. */
export async function fill(
  { server }: Stage,
  { ada }: Pick<Cast, 'ada'>,
  board: string,
  things: readonly Thing[],
): Promise<void> {
  const ops = things.map(({ parent = 'root', ...thing }) => ({ op: 'create', parent, ...thing }));
  await server.call('POST', `/boards/${board}/changes`, ada.token, { id: `fill-${things[0]?.id}`, ops });
}

export function note(id: string, text: string, x: number, y: number, parent = 'root'): Thing {
  return { id, kind: 'note', parent, props: { text, x, y, w: 200, h: 200 } };
}

/** Waits until the canvas of a whiteboard can be used. */
export async function opened(page: Page): Promise<void> {
  await page.getByRole('application', { name: 'Whiteboard' }).waitFor();
  await page.locator('.react-flow__viewport').waitFor({ state: 'attached' });
}

export async function pick(page: Page, tool: string): Promise<void> {
  await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: tool, exact: true }).click();
}

/** Presses, moves in steps as a hand does, and lets go. */
export async function sweep(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/** Returns the middle of something on the screen. */
export async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Clicks on a connector, half way along it. */
export async function clickLine(page: Page, line: Locator): Promise<void> {
  const { x, y } = await line.locator('.wb-line').evaluate((path) => {
    const shape = path as SVGPathElement;
    const at = shape.getPointAtLength(shape.getTotalLength() / 2);
    const { x, y } = at.matrixTransform(shape.getScreenCTM() ?? new DOMMatrix());
    return { x, y };
  });
  await page.mouse.click(x, y);
}

/** Pastes a text, as the clipboard brings it. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('application', { name: 'Whiteboard' }).evaluate((canvas, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    canvas.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
