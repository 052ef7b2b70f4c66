// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endTour, offerTour, showTourStep, startTour, useTour } from '@/lib/tour';
import { ROOT } from '@/live/wire';
import { pretendScreen } from '../../../tests/support/screen';
import { STEPS } from './steps';
import Tour from './Tour';

const COLUMNS: Record<string, Record<string, unknown>> = {
  a: {},
  b: { mode: 'plan' },
  c: { mode: 'code' },
  d: { mode: 'review' },
  e: {},
};
let columns = COLUMNS;
let cards: Record<string, readonly string[]> = {};
let waiting: Record<string, string> = {};
const board = {
  children: (parent: string) => (parent === ROOT ? Object.keys(columns) : (cards[parent] ?? [])),
  node: (id: string) => ({ id, props: columns[id] ?? {} }),
  cards: { status: (id: string) => ({ waiting: waiting[id] ? [{ kind: waiting[id] }] : [] }) },
};
vi.mock('@/lib/live-hooks', () => ({ useBoard: () => board }));

function Shown() {
  const step = useTour((tour) => tour.step);
  return step === null ? null : <Tour board="board" step={step} />;
}

beforeAll(pretendScreen);
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  [columns, cards, waiting] = [COLUMNS, { a: ['card'] }, {}];
  act(() => useTour.setState({ step: null }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const later = () => act(() => void vi.advanceTimersByTime(200));
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

test('its ring comes once the board does', () => {
  document.body.innerHTML = '<div data-column="b"></div>';
  const column = document.querySelector('[data-column="b"]') as HTMLElement;
  column.getBoundingClientRect = () => new DOMRect(300, 100, 200, 400);
  columns = {};
  const { container } = render(<Shown />);
  const ring = () => container.querySelector<HTMLElement>('[aria-hidden="true"]');
  act(startTour);
  later();
  expect(ring()).toBeNull();
  columns = COLUMNS;
  later();
  expect(ring()?.style.left).toBe('296px');
});

test('a step that was done leads to the next', () => {
  columns = {};
  cards = { a: ['card'], b: ['earlier'] };
  render(<Shown />);
  act(startTour);
  columns = COLUMNS;
  later();
  expect(title(), 'what was there before is not done').toBe(STEPS[0]?.title);
  cards = { b: ['earlier', 'card'] };
  later();
  expect(title()).toBe(STEPS[1]?.title);
  waiting = { card: 'question' };
  later();
  expect(title()).toBe(STEPS[1]?.title);
  waiting = {};
  later();
  expect(title()).toBe(STEPS[2]?.title);
  cards = { b: ['earlier'], c: ['card'] };
  later();
  expect(title()).toBe(STEPS[3]?.title);
});

test('a step that comes by itself takes the focus from nobody', () => {
  render(<Shown />);
  act(startTour);
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  cards = { b: ['card'] };
  later();
  expect(title()).toBe(STEPS[1]?.title);
  expect(document.activeElement).toBe(field);
});
