// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as cards from '@/lib/cards-api';
import { listenForShortcuts } from '@/lib/keys';
import { resources } from '@/lib/server-data';
import { refreshInbox } from '@/lib/session-data';
import * as api from '@/lib/sessions-api';
import type { InboxItem } from '@/live/session-wire';
import { aSession } from '../../../tests/support/fake-sessions';
import { anInboxItem } from '../../../tests/support/inbox';
import { InboxLink } from './InboxLink';
import InboxPage from './InboxPage';

vi.mock('@/lib/sessions-api');
vi.mock('@/lib/cards-api');
vi.mock('@/lib/api', () => ({
  api: { GET: async () => ({ data: { items: [] }, response: { ok: true } }) },
  authorised: () => async () => new Response(),
  answer: async (call: Promise<{ data: unknown }>) => (await call).data,
}));

const item = (id: string): InboxItem => anInboxItem(id);

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

describe('work that an agent has ended', () => {
  const card = { board_id: 'b1', card_id: 'c1' };

  test('goes back to coding when a review found something', async () => {
    const failed = [{ number: 2, text: 'Tests first', note: 'There is none' }];
    await show(anInboxItem('r', { kind: 'review', request_id: null, data: { failed } }, card));
    expect(screen.getByText('There is none')).toBeTruthy();
    vi.mocked(api.getInbox).mockResolvedValue({ items: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Send back to coding' }));
    await act(async () => {});
    expect(cards.sendBack).toHaveBeenCalledWith({ board: 'b1', card: 'c1' }, {});
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('is tried again when it failed, and stays if that fails too', async () => {
    const data = { code: 'disk_full', message: 'the disk is full', remedy: 'Make room' };
    await show(anInboxItem('r', { kind: 'failure', request_id: null, data, card_title: 'Fix it' }, card));
    vi.mocked(cards.startCard).mockRejectedValueOnce(new Error('It is at work already.'));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(async () => {});
    expect(screen.getByText('It is at work already.')).toBeTruthy();
    vi.mocked(api.getInbox).mockResolvedValue({ items: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(async () => {});
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('says how many others wait for it, and leads to its card', async () => {
    await show(anInboxItem('r', { unblocks: 3, card_title: 'Fix it' }, card));
    expect(screen.getByText('Unblocks 3 others')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Fix it' }).getAttribute('href')).toBe(
      '/p/p1/b/b1?card=c1&tab=chat',
    );
  });
});

test('items are gone through by keys', async () => {
  const stop = listenForShortcuts();
  await show(item('r1'), item('r2'));
  const [first, second] = screen.getAllByRole('article');
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press('j');
  expect(document.activeElement).toBe(first);
  press('j');
  press('j');
  expect(document.activeElement).toBe(second);
  press('k');
  press('Enter');
  expect(document.activeElement?.textContent).toBe('Approve');
  expect(first?.contains(document.activeElement)).toBe(true);
  stop();
});

test('items are grouped by project when there are several', async () => {
  localStorage.clear();
  await show(item('r1'), anInboxItem('r2', {}, { project_id: 'p2', project_name: 'Other' }), item('r3'));
  fireEvent.click(screen.getByRole('button', { name: 'Group by project' }));
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Engine',
    'Other',
  ]);
});
