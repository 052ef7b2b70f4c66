// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Toaster } from './Toaster';
import { toast, useToasts } from './toast';

afterEach(() => {
  cleanup();
  useToasts.setState({ entries: [] });
});

test('a toast is announced, acts and goes', () => {
  const undo = vi.fn();
  render(<Toaster />);
  act(() => void toast({ title: 'Card deleted', action: { label: 'Undo', run: undo } }));
  expect(screen.getByRole('status', { hidden: true }).getAttribute('aria-live')).toBe('polite');
  fireEvent.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Card deleted')).toBeNull();
});

test('an error is dismissed by hand', () => {
  render(<Toaster />);
  act(() => void toast({ title: 'Not saved', detail: 'The card is gone.', tone: 'error' }));
  expect(screen.getByText('The card is gone.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss', hidden: true }));
  expect(screen.queryByText('Not saved')).toBeNull();
});
