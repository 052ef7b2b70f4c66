// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DevicesSection } from './DevicesSection';

const seen_at = new Date(Date.now() - 11 * 60_000).toISOString();
vi.mock('@/lib/server-data', () => ({
  useDevices: () => ({
    data: [
      { id: 'here', name: 'Firefox', current: true, seen_at },
      { id: 'there', name: 'curl', current: false, seen_at },
    ],
  }),
}));
afterEach(cleanup);

test('the device that is used is in use now, whenever it was last noted', () => {
  render(<DevicesSection />);
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows[0]).toContain('In use now');
  expect(rows[1]).toContain('Seen 11 min ago');
});
