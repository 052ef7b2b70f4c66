// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endTour, offerTour, showTourStep, startTour, useTour } from '@/lib/tour';
import { pretendScreen } from '../../../tests/support/screen';
import { STEPS } from './steps';
import Tour from './Tour';

const columns: Record<string, Record<string, unknown>> = {
  a: {},
  b: { mode: 'plan' },
  c: { mode: 'code' },
  d: {},
};
const board = {
  children: () => Object.keys(columns),
  node: (id: string) => ({ id, props: columns[id] ?? {} }),
};
vi.mock('@/lib/live-hooks', () => ({ useBoard: () => board }));

function Shown() {
  const step = useTour((tour) => tour.step);
  return step === null ? null : <Tour board="board" step={step} />;
}

beforeAll(pretendScreen);
beforeEach(() => {
  localStorage.clear();
  act(() => useTour.setState({ step: null }));
});
afterEach(cleanup);

const title = () => screen.queryByRole('heading')?.textContent;

test('goes through its steps by buttons and arrows, and ends with the last', () => {
  render(<Shown />);
  act(startTour);
  for (const { title: expected } of STEPS.slice(0, -1)) {
    expect(title()).toBe(expected);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  }
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' });
  expect(title()).toBe(STEPS.at(-2)?.title);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Escape ends it, and it is not offered again but can be started', () => {
  render(<Shown />);
  act(offerTour);
  expect(title()).toBe(STEPS[0]?.title);
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(title()).toBeUndefined();
  act(offerTour);
  expect(title()).toBeUndefined();
  act(startTour);
  expect(title()).toBe(STEPS[0]?.title);
});

test('each step points at what it is about, whatever the columns are called', () => {
  expect(STEPS.map(({ anchor }) => anchor(board as never))).toEqual([
    '[data-column="b"]',
    'a[href="/inbox"]',
    '[data-column="b"]',
    '[data-column="c"]',
    '[data-column="d"]',
  ]);
  expect(STEPS.length).toBeLessThanOrEqual(5);
});

test('a step can be gone to', () => {
  render(<Shown />);
  act(() => showTourStep(3));
  expect(title()).toBe(STEPS[3]?.title);
  act(endTour);
  expect(title()).toBeUndefined();
});
