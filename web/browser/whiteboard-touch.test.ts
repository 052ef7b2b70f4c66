import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fill, middleOf, newWhiteboard, note, opened, thing } from './support/canvas';
import { setCast } from './support/cast';
import { look } from './support/look';
import { PHONE, setStage } from './support/stage';

const stage = setStage();
const cast = setCast(stage);

type Place = { x: number; y: number };

/** Puts fingers on the screen, moves all of them in steps, and takes them away. */
async function sweep(session: CDPSession, from: readonly Place[], to: readonly Place[]): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  for (let fingers = 1; fingers <= from.length; fingers += 1)
    await touch('touchStart', from.slice(0, fingers));
  for (let step = 1; step <= 8; step += 1) {
    await touch(
      'touchMove',
      from.map(({ x, y }, finger) => ({
        x: x + (((to[finger]?.x ?? x) - x) * step) / 8,
        y: y + (((to[finger]?.y ?? y) - y) * step) / 8,
      })),
    );
  }
  await touch('touchEnd', []);
}

const selected = (page: Page) => page.locator('.react-flow__node.selected').count();

describe('with a finger', () => {
  test('several things are selected by taps and by a box, and moved together', async () => {
    const { path, board } = await newWhiteboard(stage, cast, 'Fingers');
    await fill(stage, cast, board, [
      note('a', 'One', 0, 0),
      note('b', 'Two', 300, 0),
      note('c', 'Three', 0, 300),
      note('d', 'Four', 300, 300),
    ]);
    const page = await stage.person(cast.ada, path, PHONE);
    await opened(page);
    const session = await page.context().newCDPSession(page);
    const tap = (name: string) => thing(page, `Note: ${name}`).tap();
    const several = page.getByRole('button', { name: 'Select several' });
    await tap('One');
    await tap('Two');
    await expect.poll(() => selected(page), { message: 'one takes the place of the other' }).toBe(1);

    await several.tap();
    expect(await several.getAttribute('aria-pressed')).toBe('true');
    await tap('One');
    await tap('Three');
    await expect.poll(() => selected(page), { message: 'taps add' }).toBe(3);
    await tap('Two');
    await expect.poll(() => selected(page), { message: 'and take away' }).toBe(2);
    await look(page, 'phone-whiteboard-several');

    const [one, two, four] = await Promise.all(
      ['One', 'Two', 'Four'].map((name) => middleOf(thing(page, `Note: ${name}`))),
    );
    if (!one || !two || !four) throw new Error('a note is missing');
    const gap = (one.x + two.x) / 2;
    await sweep(session, [{ x: gap, y: four.y - 20 }], [{ x: four.x, y: four.y + 20 }]);
    await expect.poll(() => selected(page), { message: 'a box adds what it touches' }).toBe(3);
    expect(await middleOf(thing(page, 'Note: Four')), 'and the view stays').toEqual(four);
    await page.touchscreen.tap(gap, one.y);
    expect(await selected(page), 'a tap beside everything changes nothing').toBe(3);

    await sweep(session, [one], [{ x: one.x + 10, y: one.y - 60 }]);
    const far = async (name: string, before: Place) =>
      (await middleOf(thing(page, `Note: ${name}`))).y - before.y;
    await expect.poll(() => far('Four', four), { message: 'all of them move' }).toBeLessThan(-40);
    expect(await far('Two', two), 'but for those that are not selected').toBe(0);
    expect(await selected(page), 'and stay selected').toBe(3);

    const before = await middleOf(thing(page, 'Note: Two'));
    const foot = four.y + 100;
    await sweep(
      session,
      [
        { x: gap - 30, y: foot },
        { x: gap + 30, y: foot },
      ],
      [
        { x: gap - 20, y: foot },
        { x: gap + 20, y: foot },
      ],
    );
    await expect
      .poll(() => middleOf(thing(page, 'Note: Two')), { message: 'two fingers still zoom' })
      .not.toEqual(before);
    expect(await selected(page)).toBe(3);

    await page.keyboard.press('Escape');
    await expect.poll(() => several.getAttribute('aria-pressed')).toBe('false');
    await several.tap();
    await several.tap();
    await expect.poll(() => several.getAttribute('aria-pressed')).toBe('false');
    await tap('Two');
    await expect.poll(() => selected(page), { message: 'off again' }).toBe(1);
  });

  test('the way to select several is found before anything is selected', async () => {
    const { path, board } = await newWhiteboard(stage, cast, 'Beginning');
    await fill(stage, cast, board, [note('a', 'One', 0, 0), note('b', 'Two', 0, 300)]);
    const page = await stage.person(cast.ada, path, PHONE);
    await opened(page);
    await look(page, 'phone-whiteboard');
    await page.getByRole('button', { name: 'Select several' }).tap();
    await page.getByText('Tap, or draw around them').waitFor();
    await look(page, 'phone-whiteboard-several-start');
    await thing(page, 'Note: One').tap();
    await thing(page, 'Note: Two').tap();
    await expect.poll(() => selected(page)).toBe(2);
  });
});
