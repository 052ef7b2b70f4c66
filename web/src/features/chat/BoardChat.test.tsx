// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LiveContext } from '@/lib/live-hooks';
import { resources } from '@/lib/server-data';
import * as api from '@/lib/sessions-api';
import type { Agent } from '@/live/session-wire';
import { aSession, FakeSessions } from '../../../tests/support/fake-sessions';
import { projectFor } from '../../../tests/support/project';
import { pretendScreen } from '../../../tests/support/screen';
import BoardChat from './BoardChat';
import { LAST, NEW } from './shown';

vi.mock('@/lib/sessions-api');
vi.mock('@/lib/session', () => ({ useMe: () => ({ id: 'ada', name: 'Ada' }), tokens: {} }));

const agent = (name: Agent['name'], more: Partial<Agent> = {}): Agent => ({
  name,
  label: name,
  available: true,
  scripted: false,
  problem: null,
  ...more,
});
const beside = {
  id: 'b1',
  about: <p>Three objects</p>,
  show: vi.fn(),
  open: vi.fn(),
  leave: vi.fn(),
};
const onShow = vi.fn();

async function show(shown: string, role: 'owner' | 'viewer' = 'owner', fake = new FakeSessions()) {
  const project = projectFor(role, 'k1');
  render(
    <LiveContext value={fake.live}>
      <BoardChat project={project} beside={beside} shown={shown} onShow={onShow} onClose={() => {}} />
    </LiveContext>,
  );
  await act(async () => {});
}

const box = () => screen.getByRole('textbox', { name: 'Message to the agent', hidden: true });

beforeAll(pretendScreen);
beforeEach(() => {
  localStorage.clear();
  resources.clear();
  vi.resetAllMocks();
  vi.mocked(api.listSessions).mockResolvedValue({ items: [] });
  vi.mocked(api.listAgents).mockResolvedValue({
    default: 'claude',
    items: [agent('api', { available: false }), agent('claude')],
  });
});
afterEach(cleanup);

test('the first message starts the agent that is the default, at the board', async () => {
  vi.mocked(api.startSession).mockResolvedValue(aSession({ id: 's9' }));
  await show(NEW);
  expect(screen.getByText('Three objects')).toBeTruthy();
  fireEvent.change(box(), { target: { value: ' Draw a plan ' } });
  fireEvent.keyDown(box(), { key: 'Enter' });
  await act(async () => {});
  expect(api.startSession).toHaveBeenCalledWith('p1', {
    agent: 'claude',
    mode: 'chat',
    message: 'Draw a plan',
    board_id: 'b1',
  });
  expect(onShow).toHaveBeenCalledWith('s9');
});

test('a message that starts nothing is still there', async () => {
  vi.mocked(api.startSession).mockRejectedValue(new TypeError('no network'));
  await show(NEW);
  fireEvent.change(box(), { target: { value: 'Draw a plan' } });
  fireEvent.keyDown(box(), { key: 'Enter' });
  await act(async () => {});
  cleanup();
  await show(NEW);
  expect((box() as HTMLTextAreaElement).value).toBe('Draw a plan');
});

test('without an agent nothing can be sent, and it says why', async () => {
  const problem = { code: 'missing', message: 'Claude Code is not installed', remedy: 'Install it' };
  vi.mocked(api.listAgents).mockResolvedValue({
    default: 'claude',
    items: [agent('claude', { available: false, problem })],
  });
  await show(NEW);
  fireEvent.change(box(), { target: { value: 'Draw a plan' } });
  fireEvent.keyDown(box(), { key: 'Enter' });
  await act(async () => {});
  expect(api.startSession).not.toHaveBeenCalled();
  expect(screen.getByText('Claude Code is not installed')).toBeTruthy();
});

test('the session that was last active at the board is found', async () => {
  const at = (id: string, hour: string) => aSession({ id, updated_at: `2026-03-01T${hour}:00:00Z` });
  vi.mocked(api.listSessions).mockResolvedValue({ items: [at('begun', '12'), at('active', '13')] });
  await show(LAST);
  expect(api.listSessions).toHaveBeenCalledWith('p1', undefined, { board: 'b1' });
  expect(onShow.mock.calls).toEqual([['active']]);
});

test('where there is no session yet, one begins; a viewer is told that there is none', async () => {
  await show(LAST);
  expect(onShow).toHaveBeenCalledWith(NEW);
  cleanup();
  await show(NEW, 'viewer');
  expect(screen.getByText('No agent has worked at this board yet.')).toBeTruthy();
  expect(screen.queryByRole('textbox', { hidden: true })).toBeNull();
});

test('what is seen of the board goes along to a session of this board, and to no other', async () => {
  await show('s1', 'owner', new FakeSessions({ board_id: 'b1' }));
  expect(screen.getByText('Three objects')).toBeTruthy();
  cleanup();
  await show('s1', 'owner', new FakeSessions({ board_id: 'b2' }));
  expect(box()).toBeTruthy();
  expect(screen.queryByText('Three objects')).toBeNull();
});

test('a session of another project is not to be had here', async () => {
  await show('s1', 'owner', new FakeSessions({ project_id: 'p2', board_id: 'b1' }));
  expect(screen.getByText('No such session')).toBeTruthy();
  expect(screen.queryByRole('textbox', { hidden: true })).toBeNull();
});

test('Escape leaves what is written for the board', async () => {
  await show(NEW);
  fireEvent.keyDown(box(), { key: 'Escape' });
  expect(beside.leave).toHaveBeenCalledTimes(1);
});
