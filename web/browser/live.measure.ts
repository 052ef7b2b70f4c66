import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addCards, card, column, drag, middle } from './support/board';
import { newBoard, setCast } from './support/cast';
import { setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

const DROPS = 60;
const CARDS = 1_000;

/** How long things take on this machine; `npm run measure` prints it. Nothing here fails for being slow. */
describe('how fast it feels', () => {
  test('from a drop in one browser to the move in another', { timeout: 240_000 }, async () => {
    const { path } = await newBoard(stage, cast, 'Latency');
    const [left, right] = await Promise.all([stage.person(cast.ada, path), stage.person(cast.grace, path)]);
    await addCards(left, 'Pending', 'Runner');
    await card(right, 'Runner').waitFor();
    await left.evaluate(() => {
      addEventListener(
        'pointerup',
        () => Object.assign(window, { droppedAt: performance.timeOrigin + performance.now() }),
        true,
      );
    });
    const waits: number[] = [];
    for (let round = 0; round < DROPS; round += 1) {
      const target = ['Planning', 'Coding', 'Review', 'Pending'][round % 4] ?? 'Pending';
      const seen = arrival(right, 'Runner', target);
      await drag(left, card(left, 'Runner'), column(left, target));
      const seenAt = await seen;
      const droppedAt = await left.evaluate(() => (window as unknown as { droppedAt: number }).droppedAt);
      waits.push(seenAt - droppedAt);
    }
    report('drop to move, ms', waits);
    expect(waits).toHaveLength(DROPS);
  });

  test('a board with a thousand cards', { timeout: 240_000 }, async () => {
    const { board, path } = await newBoard(stage, cast, 'Thousand');
    const { nodes } = await stage.server.call<{ nodes: { id: string; props: { name?: string } }[] }>(
      'GET',
      `/boards/${board}`,
      cast.ada.token,
    );
    const parent = nodes.find(({ props }) => props.name === 'Pending')?.id;
    const ops = Array.from({ length: CARDS }, (_, index) => {
      const props = { title: `Card ${index}`, description: 'Some words about it.' };
      return { op: 'create', id: `k${index}`, kind: 'card', parent, props };
    });
    await stage.server.call('POST', `/boards/${board}/changes`, cast.ada.token, { id: 'fill', ops });
    const page = await stage.person(cast.ada, '/');
    const started = Date.now();
    await page.goto(path);
    await card(page, 'Card 0').waitFor();
    report('opening 1,000 cards, ms', [Date.now() - started]);
    const frames = await frameTimes(page, async () => {
      const from = await middle(card(page, 'Card 2'));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      for (let step = 0; step < 120; step += 1)
        await page.mouse.move(from.x + step * 6, from.y + Math.sin(step / 9) * 200);
      await page.mouse.up();
    });
    report('a frame while dragging, ms', frames);
    const scrolling = await frameTimes(page, async () => {
      const at = await middle(column(page, 'Pending'));
      await page.mouse.move(at.x, at.y);
      for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 400);
    });
    report('a frame while scrolling, ms', scrolling);
    expect(frames.length).toBeGreaterThan(0);
  });
});

/** Tells when a card is first drawn in a column, by the page's own clock. */
function arrival(page: Page, title: string, name: string): Promise<number> {
  return page.evaluate(
    ([title, name]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const region = [...document.querySelectorAll('section[data-column]')].find(
            (section) => section.querySelector('h2')?.textContent === name,
          );
          if (!region?.querySelector(`[aria-label="${title}"]`)) return false;
          resolve(performance.timeOrigin + performance.now());
          return true;
        };
        if (look()) return;
        const observer = new MutationObserver(() => {
          if (look()) observer.disconnect();
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
    [title, name] as const,
  );
}

/** Returns how long the main thread was busy at a time, as the gaps between animation frames. */
async function frameTimes(page: Page, during: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { frames });
  });
  await during();
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames);
}

function report(what: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
  process.stderr.write(`${what}: p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} (${values.length})\n`);
}
