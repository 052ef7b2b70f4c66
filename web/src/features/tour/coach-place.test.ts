import { expect, test } from 'vitest';
import { coachPlace } from './coach-place';

const size = { width: 320, height: 180 };

test('stands beside a tall thing and below a small one', () => {
  const room = { width: 1280, height: 800 };
  expect(coachPlace({ left: 200, top: 100, width: 270, height: 500 }, size, room)).toMatchObject({
    left: 482,
    top: 100,
  });
  expect(coachPlace({ left: 1160, top: 10, width: 30, height: 30 }, size, room)).toMatchObject({
    left: 952,
    top: 52,
  });
});

test('covers neither what it is about nor the panel that lies open', () => {
  const room = { width: 680, height: 800 };
  const column = { left: 200, top: 100, width: 270, height: 230 };
  expect(coachPlace(column, size, room)).toMatchObject({ left: 200, top: 342 });
  // A button of the header, above the panel: the words stay on the board's side.
  const button = { left: 1160, top: 10, width: 30, height: 30 };
  expect(coachPlace(button, size, room)).toMatchObject({ left: 352, top: 52 });
});

test('stands in the corner of the board where there is no room, or nothing to stand beside', () => {
  const room = { width: 680, height: 800 };
  expect(coachPlace({ left: 200, top: 100, width: 270, height: 690 }, size, room)).toEqual({
    left: 352,
    top: 612,
  });
  expect(coachPlace(null, size, room)).toEqual({ left: 352, top: 612 });
});
