// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as history from '@/lib/history-api';
import { resources } from '@/lib/server-data';
import * as api from '@/lib/sessions-api';
import type { Agent } from '@/live/session-wire';
import { aSession } from '../../../tests/support/fake-sessions';
import NewSessionDialog from './NewSessionDialog';
import { SessionList } from './SessionList';

vi.mock('@/lib/sessions-api');
vi.mock('@/lib/history-api');

const project = {
  id: 'p1',
  name: 'Project',
  role: 'owner' as const,
  folder_path: '/p',
  is_git_repo: false,
  trusted: true,
  kanban_board_id: 'b1',
  worktrees: true,
  gh: false,
  created_at: '',
};

const agent = (name: Agent['name'], more: Partial<Agent> = {}): Agent => ({
  name,
  label: name,
  available: true,
  scripted: name === 'rehearsal',
  problem: null,
  ...more,
});

beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= () => {};
});
beforeEach(() => {
  resources.clear();
  vi.resetAllMocks();
});
afterEach(cleanup);

test('the list says how each session stands', async () => {
  vi.mocked(api.listSessions).mockResolvedValue({
    items: [
      aSession({ status: 'waiting', cost_usd: 0.5 }),
      aSession({ id: 's2', title: 'Another', scripted: true }),
    ],
  });
  render(<SessionList project={project} />);
  await act(async () => {});
  const [first, second] = screen.getAllByRole('link').map((link) => link.textContent);
  expect(first).toMatch(/Fix the queue.*Waits for you.*Claude Code · Code · \$0\.50/);
  expect(second).toContain('Scripted, not a model');
});

test('older sessions are fetched when they are asked for', async () => {
  vi.mocked(api.listSessions)
    .mockResolvedValueOnce({ items: [aSession()], next: 's1' })
    .mockResolvedValueOnce({ items: [aSession({ id: 's0', title: 'Older' })] });
  render(<SessionList project={project} />);
  await act(async () => {});
  fireEvent.click(screen.getByRole('button', { name: 'Show older sessions' }));
  await act(async () => {});
  expect(api.listSessions).toHaveBeenLastCalledWith('p1', 's1');
  expect(screen.getByRole('link', { name: /Older/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older sessions' })).toBeNull();
});

test('the session that was last active stands first', async () => {
  const at = (id: string, hour: string) =>
    aSession({ id, title: id, updated_at: `2026-03-01T${hour}:00:00Z` });
  vi.mocked(api.listSessions).mockResolvedValue({ items: [at('Begun last', '12'), at('Active last', '13')] });
  render(<SessionList project={project} />);
  await act(async () => {});
  expect(screen.getAllByRole('link')[0]?.textContent).toContain('Active last');
});

test('the address may say what to look for', async () => {
  vi.mocked(api.listSessions).mockResolvedValue({ items: [] });
  vi.mocked(history.searchSessions).mockResolvedValue({ items: [] });
  window.history.replaceState(null, '', '/p/p1/sessions?q=two%20words');
  render(<SessionList project={project} />);
  await act(async () => {});
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'two words');
  expect(history.searchSessions).toHaveBeenCalledWith('p1', 'two words');
  window.history.replaceState(null, '', '/');
});

test('a viewer cannot start a session', async () => {
  vi.mocked(api.listSessions).mockResolvedValue({ items: [] });
  render(<SessionList project={{ ...project, role: 'viewer' }} />);
  await act(async () => {});
  expect(screen.queryByRole('button', { name: /session$|^More/ })).toBeNull();
});

test('words are looked for in all sessions, and each place leads to its event', async () => {
  vi.mocked(api.listSessions).mockResolvedValue({ items: [aSession()] });
  const { id, title, agent, mode, status, updated_at } = aSession();
  const session = { id, title, agent, mode, status, updated_at };
  const excerpt = 'the queue is full: /data/worktrees/p1/c1/src/queue.ts';
  const hit = { n: 7, kind: 'tool_result', at: updated_at, excerpt, ranges: [[4, 9]] };
  vi.mocked(history.searchSessions).mockResolvedValue({
    items: [{ session, hits: [hit as unknown as history.Hit] }],
  });
  render(<SessionList project={project} />);
  await act(async () => {});
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' queue ' } });
  const link = await screen.findByRole('link', { name: /the queue is full/ });
  expect(history.searchSessions).toHaveBeenCalledWith('p1', 'queue');
  expect(link.getAttribute('href')).toBe('/p/p1/s/s1?n=7');
  expect(link.querySelector('mark')?.textContent).toBe('queue');
  expect(link.textContent).toContain('the queue is full: src/queue.ts');
});

test('a filter leaves out what does not match, and says so', async () => {
  vi.mocked(api.listSessions).mockResolvedValue({
    items: [aSession({ status: 'failed' }), aSession({ id: 's2', title: 'Another', status: 'idle' })],
  });
  render(<SessionList project={project} />);
  await act(async () => {});
  fireEvent.click(screen.getByRole('button', { name: 'Filter sessions' }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Failed', hidden: true }));
  expect(screen.getAllByRole('link')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Failed: show all again' }));
  expect(screen.getAllByRole('link')).toHaveLength(2);
});

test('a new session needs an agent that works, and says what is wrong with one that does not', async () => {
  const problem = {
    code: 'not_logged_in',
    message: 'It is not signed in.',
    remedy: 'Sign in on the server.',
  };
  vi.mocked(api.listAgents).mockResolvedValue({
    default: 'claude',
    items: [agent('claude', { available: false, problem }), agent('rehearsal')],
  });
  vi.mocked(api.startSession).mockResolvedValue(aSession());
  const onClose = vi.fn();
  render(<NewSessionDialog project="p1" onClose={onClose} />);
  await act(async () => {});
  // The one that works is chosen, and it says what it is.
  expect(screen.getByText(/plays a script/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('First message'), { target: { value: 'Do it' } });
  fireEvent.change(screen.getByLabelText('Agent'), { target: { value: 'claude' } });
  expect(screen.getByText('Sign in on the server.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start session' })).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText('Agent'), { target: { value: 'rehearsal' } });
  fireEvent.change(screen.getByLabelText('Mode'), { target: { value: 'plan' } });
  fireEvent.click(screen.getByRole('button', { name: 'Start session' }));
  await act(async () => {});
  expect(api.startSession).toHaveBeenCalledWith('p1', { agent: 'rehearsal', mode: 'plan', message: 'Do it' });
  expect(onClose).toHaveBeenCalled();
});
