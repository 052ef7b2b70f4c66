// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resources } from '@/lib/server-data';
import { refreshInbox } from '@/lib/session-data';
import * as api from '@/lib/sessions-api';
import type { InboxItem } from '@/live/session-wire';
import { aSession } from '../../../tests/support/fake-sessions';
import { InboxLink } from './InboxLink';
import InboxPage from './InboxPage';

vi.mock('@/lib/sessions-api');
vi.mock('@/lib/api', () => ({
  api: { GET: async () => ({ data: { items: [] }, response: { ok: true } }) },
  authorised: () => async () => new Response(),
  answer: async (call: Promise<{ data: unknown }>) => (await call).data,
}));

const item = (id: string): InboxItem => ({
  session: {
    id: 's1',
    title: `Session of ${id}`,
    project_id: 'p1',
    project_name: 'Engine',
    board_id: null,
    card_id: null,
    agent: 'rehearsal',
    mode: 'plan',
    scripted: true,
  },
  request_id: id,
  kind: 'plan',
  asked_at: '2026-03-01T12:00:00Z',
  data: { request_id: id, tool: 't', plan: 'Do it', plan_sha256: 'x', path: null },
});

beforeEach(() => {
  resources.clear();
  vi.resetAllMocks();
});
afterEach(cleanup);

async function show(...items: InboxItem[]): Promise<void> {
  vi.mocked(api.getInbox).mockResolvedValue({ items });
  render(
    <>
      <InboxLink />
      <InboxPage />
    </>,
  );
  await act(async () => {});
}

test('what waits is answered here, and then gone', async () => {
  await show(item('r1'), item('r2'));
  expect(screen.getByRole('link', { name: 'Inbox, 2 wait for you' })).toBeTruthy();
  expect(screen.getAllByText('Scripted, not a model')).toHaveLength(2);
  vi.mocked(api.reply).mockResolvedValue(aSession());
  vi.mocked(api.getInbox).mockResolvedValue({ items: [item('r2')] });
  fireEvent.click(screen.getAllByRole('button', { name: 'Approve' })[0] as HTMLElement);
  await act(async () => {});
  expect(api.reply).toHaveBeenCalledWith('s1', 'r1', { to: 'plan', plan_sha256: 'x', approve: true });
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Inbox, 1 waits for you' })).toBeTruthy();
});

test('what comes later is seen when the server says so', async () => {
  await show();
  expect(screen.getByText('Nothing waits for you')).toBeTruthy();
  vi.mocked(api.getInbox).mockResolvedValue({ items: [item('r1')] });
  await act(async () => refreshInbox());
  expect(screen.getByRole('article', { name: 'Session of r1' })).toBeTruthy();
});
