// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LongText, MAX_FORMATTED } from './LongText';

afterEach(cleanup);

test('a long text is formatted at the limit, and past it only when somebody asks', () => {
  const { rerender } = render(<LongText text={'x'.repeat(MAX_FORMATTED)}>formatted</LongText>);
  expect(screen.queryByText('formatted')).not.toBeNull();
  rerender(<LongText text={'x'.repeat(MAX_FORMATTED + 1)}>formatted</LongText>);
  expect(screen.queryByText('formatted')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show formatted' }));
  expect(screen.queryByText('formatted')).not.toBeNull();
});
