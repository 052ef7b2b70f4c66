// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { memo, Profiler } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveContext } from '@/lib/live-hooks';
import * as api from '@/lib/sessions-api';
import { FakeSessions } from '../../../tests/support/fake-sessions';
import { projectFor } from '../../../tests/support/project';
import { pretendScreen } from '../../../tests/support/screen';

const drawn: string[] = [];
vi.mock('@/lib/sessions-api');
vi.mock('@/lib/session', () => ({ useMe: () => ({ id: 'ada', name: 'Ada' }), tokens: {} }));
vi.mock('@/lib/session-data', () => ({ refreshInbox: () => {}, sessionKeys: {} }));
vi.mock('./RowView', async (original) => {
  const { RowView } = await original<typeof import('./RowView')>();
  const Counted = memo(({ id }: { id: string }) => (
    <Profiler id={id} onRender={(name) => drawn.push(name)}>
      <RowView id={id} />
    </Profiler>
  ));
  return { RowView: Counted };
});

async function show(fake: FakeSessions, role: 'owner' | 'viewer' = 'owner') {
  const { default: ChatPanel } = await import('./ChatPanel');
  const project = projectFor(role);
  render(
    <LiveContext value={fake.live}>
      <ChatPanel project={project} sessionId="s1" />
    </LiveContext>,
  );
  await screen.findByRole('heading', { name: 'Fix the queue' });
  await act(async () => {});
  return fake;
}

const log = () => within(screen.getByRole('log'));

beforeAll(pretendScreen);
// What comes when it is first shown is here before a test waits for it.
beforeAll(() => import('./ChatPanel').then(() => {}));
beforeEach(() => {
  localStorage.clear();
  drawn.length = 0;
  vi.resetAllMocks();
});
afterEach(cleanup);

describe('the conversation', () => {
  test('shows what was said and done', async () => {
    await show(
      new FakeSessions()
        .user('Go on')
        .add('assistant_message', { kind: 'text', text: 'I am **on** it.' })
        .add('tool_start', { id: 't', name: 'Bash', input: { command: 'ls -l' } })
        .add('tool_result', { id: 't', content: '\u001b[31mfile\u001b[0m', is_error: false, took_ms: 5 }),
    );
    expect(log().getByText('Go on')).toBeTruthy();
    expect(log().getByText('on').tagName).toBe('STRONG');
    fireEvent.click(log().getByRole('button', { name: /Run ls -l/ }));
    expect(log().getByText('file')).toBeTruthy();
  });

  test('that has not begun says what the agent knows, and where it works', async () => {
    await show(new FakeSessions());
    expect(screen.getByText(/It works in the folder of this project\./)).toBeTruthy();
    cleanup();
    await show(new FakeSessions({ forked_from: 's0', forked_at_turn: 2, board_id: 'b1', card_id: 'c2' }));
    expect(screen.getByText(/forked from, up to turn 2\.|, up to turn 2/)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /conversation|card/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/p/p1/s/s0', '/p/p1/b/b1?card=c2']);
    expect(screen.queryByText(/folder of this project/)).toBeNull();
  });

  test('draws the row that grows, and no other', async () => {
    const fake = await show(
      new FakeSessions({ status: 'running' }).user('Go on').add('text_delta', { text: 'One' }),
    );
    drawn.length = 0;
    await act(async () => {
      fake.add('text_delta', { text: ' two' });
    });
    await waitFor(() => expect(log().getByText('One two')).toBeTruthy());
    expect(new Set(drawn).size).toBe(1);
  });

  test('takes what an agent says for text, whatever it says', async () => {
    const text = '<img src=x onerror=alert(1)> [go](javascript:alert(1)) <script>alert(1)</script>';
    await show(new FakeSessions().user('Hi').add('assistant_message', { kind: 'text', text }));
    const list = screen.getByRole('log');
    expect([...list.querySelectorAll('img, script, a')]).toEqual([]);
    expect(list.textContent).toContain('<img src=x');
  });

  test('says when there is nothing yet', async () => {
    await show(new FakeSessions());
    expect(screen.getByText('Nothing has been said yet')).toBeTruthy();
  });

  test('says of a scripted agent that it is one', async () => {
    await show(new FakeSessions({ agent: 'rehearsal', scripted: true }));
    expect(screen.getByText('Scripted, not a model')).toBeTruthy();
  });

  test('offers to go on after the last failure only', async () => {
    const failure = { code: 'network', message: 'No answer', remedy: 'Check the network' };
    const fake = new FakeSessions({ status: 'failed' })
      .user('A')
      .add('error', failure)
      .user('B')
      .add('error', failure);
    await show(fake);
    vi.mocked(api.sendMessage).mockResolvedValue(fake.session);
    const buttons = log().getAllByRole('button', { name: 'Continue' });
    expect(buttons).toHaveLength(1);
    fireEvent.click(buttons[0] as HTMLElement);
    await act(async () => {});
    expect(api.sendMessage).toHaveBeenCalledWith('s1', 'Go on where you were interrupted.');
  });

  test('keeps half an answer while somebody looks at what came after', async () => {
    const data = { request_id: 'r', tool: 't', plan: 'Do it', plan_sha256: 'x', path: null };
    const fake = new FakeSessions().user('Plan it').ask({ kind: 'plan', data });
    for (let each = 0; each < 200; each += 1) fake.add('notice', { text: `Notice ${each}` });
    await show(fake);
    expect(log().queryAllByText(/Notice/).length).toBeLessThan(100);
    fireEvent.click(log().getByRole('button', { name: 'Edit' }));
    await act(async () => {
      const list = screen.getByRole('log');
      list.scrollTop = 5_000;
      fireEvent.scroll(list);
    });
    expect(log().getByRole('textbox', { name: 'Plan' })).toBeTruthy();
  });

  test('calls a turn that was cut off while it asked interrupted, once it is answered', async () => {
    const data = { request_id: 'r', tool: 't', plan: 'Do it', plan_sha256: 'x', path: null };
    const done = { turn: 1, outcome: 'interrupted', took_ms: 5, cost_usd: 0, origin: 'person' } as const;
    const fake = await show(
      new FakeSessions({ turns: 1 }).user('Plan it').ask({ kind: 'plan', data }).add('done', done),
    );
    expect(log().getByText('Waits for you')).toBeTruthy();
    expect(log().queryByText(/Interrupted|Failed/)).toBeNull();
    await act(async () => {
      fake.set({ status: 'running', waiting: [], turns: 2 });
    });
    expect(log().getByText(/^Interrupted · /)).toBeTruthy();
    expect(log().queryByText('Waits for you')).toBeNull();
  });

  test('shows a request that was asked before what is loaded', async () => {
    const data = { request_id: 'r', tool: 't', plan: 'Do it', plan_sha256: 'x', path: null };
    const waiting = [{ request_id: 'r', kind: 'plan', asked_at: '', data } as const];
    await show(new FakeSessions({ status: 'waiting', waiting }).user('Plan it'));
    expect(log().getByRole('button', { name: 'Approve' })).toBeTruthy();
  });
});

describe('writing', () => {
  const box = () => screen.getByRole('textbox', { name: 'Message to the agent' }) as HTMLTextAreaElement;
  const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

  test('Enter sends, Shift and Enter does not, and what was sent is gone', async () => {
    const fake = await show(new FakeSessions());
    vi.mocked(api.sendMessage).mockResolvedValue(fake.session);
    type('Do this');
    fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true });
    expect(api.sendMessage).not.toHaveBeenCalled();
    fireEvent.keyDown(box(), { key: 'Enter' });
    await act(async () => {});
    expect(api.sendMessage).toHaveBeenCalledWith('s1', 'Do this');
    expect(box().value).toBe('');
  });

  test('what was not sent stays, also for the next visit', async () => {
    const fake = await show(new FakeSessions());
    vi.mocked(api.sendMessage).mockRejectedValue(new TypeError('no network'));
    type('Do this');
    fireEvent.keyDown(box(), { key: 'Enter' });
    await act(async () => {});
    expect(box().value).toBe('Do this');
    cleanup();
    await show(fake);
    expect(box().value).toBe('Do this');
  });

  test('a queued message can be taken back', async () => {
    const queued = [{ id: 'q', content: 'And this', sent_by: 'ada', sent_at: '' }];
    const fake = await show(new FakeSessions({ status: 'running', queued_messages: queued }).user('A'));
    vi.mocked(api.takeBackMessage).mockResolvedValue({ ...fake.session, queued_messages: [] });
    fireEvent.click(screen.getByRole('button', { name: 'Take this message back' }));
    await act(async () => {});
    expect(api.takeBackMessage).toHaveBeenCalledWith('s1', 'q');
    expect(box().value).toBe('And this');
    expect(screen.queryByRole('list', { name: 'Messages that wait their turn' })).toBeNull();
  });

  test('a running agent can be interrupted', async () => {
    const fake = await show(new FakeSessions({ status: 'running' }).user('A'));
    vi.mocked(api.interruptSession).mockResolvedValue(fake.session);
    fireEvent.click(screen.getByRole('button', { name: 'Interrupt the agent' }));
    await act(async () => {});
    expect(api.interruptSession).toHaveBeenCalledWith('s1');
  });
});

test('a viewer reads, and is given nothing to press that does nothing', async () => {
  const data = { request_id: 'r', tool: 't', plan: 'Do it', plan_sha256: 'x', path: null };
  await show(new FakeSessions().user('Plan it').ask({ kind: 'plan', data }), 'viewer');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Approve|Fork|Mode/ })).toBeNull();
  expect(screen.getByText(/waits for a plan/)).toBeTruthy();
});
