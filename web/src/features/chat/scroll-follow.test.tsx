// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFollowEnd } from './scroll-follow';

const scrollTo = vi.fn();
let grow = () => {};

function Talk() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { listeners } = useFollowEnd({ scroller, content, onNearStart: () => {} });
  return (
    <div ref={scroller} {...listeners}>
      <div ref={content}>
        <button type="button">Fork from here</button>
      </div>
    </div>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        grow = changed;
      }
      observe() {}
      disconnect() {}
    },
  );
  HTMLElement.prototype.scrollTo = scrollTo as never;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  scrollTo.mockReset();
});

test.each(['pointerUp', 'pointerCancel'] as const)(
  'nothing moves while it is pressed, and the end is caught up with after %s',
  (release) => {
    render(<Talk />);
    grow();
    expect(scrollTo).toHaveBeenCalledTimes(1);
    fireEvent.pointerDown(screen.getByRole('button'));
    grow();
    expect(scrollTo).toHaveBeenCalledTimes(1);
    fireEvent[release](document.body);
    expect(scrollTo, 'not before the click').toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(100);
    expect(scrollTo).toHaveBeenCalledTimes(2);
    grow();
    expect(scrollTo).toHaveBeenCalledTimes(3);
  },
);

test('where nothing has grown meanwhile, letting go moves nothing', () => {
  render(<Talk />);
  fireEvent.pointerDown(screen.getByRole('button'));
  fireEvent.pointerUp(document.body);
  vi.advanceTimersByTime(100);
  expect(scrollTo).not.toHaveBeenCalled();
});

test('what was left is not scrolled back to when the pointer lets go', () => {
  render(<Talk />);
  const button = screen.getByRole('button');
  button.setAttribute('aria-expanded', 'false');
  fireEvent.pointerDown(button);
  grow();
  fireEvent.pointerUp(button);
  fireEvent.click(button);
  vi.advanceTimersByTime(100);
  expect(scrollTo).not.toHaveBeenCalled();
});
