// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazily } from './lazily';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? 'failed' : <Suspense fallback="loading">{this.props.children}</Suspense>;
  }
}

async function show(Part: () => ReactNode) {
  await act(async () => {
    render(
      <Boundary>
        <Part />
      </Boundary>,
    );
  });
}

test('what was fetched ahead needs no second fetch', async () => {
  const load = vi.fn(async () => ({ default: () => <p>here</p> }));
  const Part = lazily(load);
  await Part.preload();
  await show(() => <Part />);
  expect(screen.getByText('here')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('what was fetched ahead is shown at once, and nothing in its place before', async () => {
  const Part = lazily(async () => ({ default: () => <p>here</p> }));
  await Part.preload();
  render(
    <Suspense fallback="loading">
      <Part />
    </Suspense>,
  );
  expect(document.body.textContent).toBe('here');
});

test('a failure is tried again at the next showing, not at once', async () => {
  let online = false;
  const load = vi.fn(async () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>here</p> };
  });
  const Part = lazily(load);
  await show(() => <Part />);
  expect(screen.getByText('failed')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
  cleanup();
  online = true;
  vi.advanceTimersByTime(2_000);
  await show(() => <Part />);
  expect(screen.getByText('here')).toBeTruthy();
});
