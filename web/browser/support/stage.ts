import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Account, type Settings, TestServer } from '../../tests/support/server';

/** How long the browser may take to show something; only a failing test waits so long. */
export const PATIENCE_MS = 20_000;

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** What a test file plays on: the program, a browser, and whoever opens pages in it. */
export interface Stage {
  readonly server: TestServer;
  /** Opens a browser window of its own, with nobody signed in. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a browser window in which somebody is signed in, at a path. */
  person(account: Account, path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Messages that a test provokes and expects on the console, by page. */
const expected = new WeakMap<Page, RegExp[]>();

/** Says that the page may complain so; anything else on its console fails the test. */
export function expectComplaint(page: Page, pattern: RegExp): void {
  expected.get(page)?.push(pattern);
}

/** Prepares the stage for the tests of a file, with the program as they want it. */
export function setStage(settings?: (folder: string) => Settings): Stage {
  let browser: Browser;
  const complaints: { page: Page; text: string }[] = [];
  const contexts: BrowserContext[] = [];
  const stage = {} as { server: TestServer };

  beforeAll(async () => {
    const executablePath = process.env.TANDEM_CHROMIUM ?? '/usr/bin/chromium';
    if (!existsSync(executablePath))
      throw new Error(`There is no browser at ${executablePath}. Set TANDEM_CHROMIUM.`);
    [stage.server, browser] = await Promise.all([
      TestServer.start(settings),
      chromium.launch({ executablePath, args: FLAGS, ignoreDefaultArgs: ['--headless=old'] }),
    ]);
  });

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    const unexpected = complaints
      .splice(0)
      .filter(({ page, text }) => !expected.get(page)?.some((pattern) => pattern.test(text)))
      .map(({ text }) => text);
    expect(unexpected, 'nothing is wrong on the console').toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await stage.server?.stop();
  });

  const visitor = async (options: BrowserContextOptions = DESKTOP) => {
    const context = await browser.newContext({
      baseURL: stage.server.origin,
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    expected.set(page, []);
    page.on('pageerror', (error) => complaints.push({ page, text: String(error) }));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        complaints.push({ page, text: `${message.text()} ${message.location().url}` });
    });
    return page;
  };

  const person = async (account: Account, path: string, options?: BrowserContextOptions) => {
    const page = await visitor(options);
    await page.goto('/login');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.goto(path);
    return page;
  };

  return Object.assign(stage, { visitor, person });
}
