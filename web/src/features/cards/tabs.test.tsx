// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as api from '@/lib/cards-api';
import { LiveContext } from '@/lib/live-hooks';
import { Problem } from '@/lib/problem';
import type { Project } from '@/lib/server-data';
import { resources } from '@/lib/server-data';
import * as sessions from '@/lib/sessions-api';
import type { LiveBoard } from '@/live/board';
import type { CardStatus } from '@/live/cards-wire';
import { FakeSessions } from '../../../tests/support/fake-sessions';
import { pretendScreen } from '../../../tests/support/screen';
import { boardWith, DETAILS, DIFF, FILE, PROJECT, status, TREE } from './testing/card-kit';
import type { ShowTab, WorkTabProps } from './work';

vi.mock('@/lib/cards-api');
vi.mock('@/lib/sessions-api');
vi.mock('@/lib/session', () => ({ useMe: () => ({ id: 'ada', name: 'Ada' }), tokens: {} }));

const showTab = vi.fn<ShowTab>();

interface Scene {
  readonly status?: CardStatus;
  readonly project?: Partial<Project> & { readonly worktrees?: boolean };
  readonly at?: string;
  readonly session?: FakeSessions;
}

async function show(
  load: () => Promise<{ default: ComponentType<WorkTabProps> }>,
  { status: state = status(), project, at, session = new FakeSessions() }: Scene = {},
) {
  const { default: Tab } = await load();
  const board = boardWith(state);
  const all = {
    project: { ...PROJECT, ...project },
    board,
    card: 'c1',
    title: 'Fix the login',
    show: showTab,
  };
  render(
    <LiveContext value={session.live}>
      <Tab {...all} {...(at && { at })} />
    </LiveContext>,
  );
  await act(async () => {});
  await act(async () => {});
  return board;
}

/** Lets the tab hear how the card is doing now, and ask for what follows from it. */
const hear = (board: LiveBoard, card: CardStatus) =>
  act(async () => {
    board.hear({ type: 'cards', board: 'b1', cards: [card] });
  });

const click = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));

beforeAll(pretendScreen);
beforeEach(() => {
  sessionStorage.clear();
  resources.clear();
  vi.resetAllMocks();
  vi.mocked(api.getCard).mockResolvedValue(DETAILS);
  vi.mocked(api.getDiff).mockResolvedValue(DIFF);
  vi.mocked(api.getFileDiff).mockResolvedValue(FILE);
  vi.mocked(api.getRules).mockResolvedValue({ path: 'RULES.md', exists: true, rules: [] });
});
afterEach(cleanup);

describe('the diff', () => {
  const diff = () => import('./DiffTab');

  test('shows files and lines, and takes what is in them for text', async () => {
    await show(diff);
    expect(screen.getByText('From main, 2 commits ahead, 1 behind.')).toBeTruthy();
    const file = within(screen.getByRole('region', { name: 'src/a.ts' }));
    expect(file.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
    expect(api.getFileDiff).toHaveBeenCalledTimes(1);
    await click(/logo\.png/);
    expect(screen.getByText('A binary file: there are no lines to show.')).toBeTruthy();
  });

  test('collects comments and sends them together', async () => {
    await show(diff);
    vi.mocked(api.sendComments).mockResolvedValue(status({ phase: 'running' }));
    for (const [line, text] of [
      ['Comment on line 2, added', 'Why?'],
      ['Comment on line 1', 'Nice'],
    ] as const) {
      await click(line);
      const box = screen.getByRole('textbox', { name: /Comment on line/ });
      fireEvent.change(box, { target: { value: text } });
      await act(async () => fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true }));
    }
    await click('Send 2 comments to the agent');
    expect(api.sendComments).toHaveBeenCalledWith({ board: 'b1', card: 'c1' }, [
      { path: 'src/a.ts', line: 2, side: 'new', quote: '<img src=x onerror=alert(1)>', text: 'Why?' },
      { path: 'src/a.ts', line: 1, side: 'new', quote: 'const a = 1;', text: 'Nice' },
    ]);
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  });

  test('keeps comments that could not be sent, also for the next visit', async () => {
    await show(diff);
    vi.mocked(api.sendComments).mockRejectedValue(new TypeError('no network'));
    await click('Comment on line 2, removed');
    const box = screen.getByRole('textbox', { name: 'Comment on line 2' });
    fireEvent.change(box, { target: { value: 'Keep it' } });
    await click('Keep comment');
    await click('Send 1 comment to the agent');
    cleanup();
    await show(diff);
    expect(screen.getByText('Keep it')).toBeTruthy();
    await click('Delete the comment on line 2');
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  });

  test('Escape leaves a comment and not the panel', async () => {
    await show(diff);
    await click('Comment on line 1');
    const box = screen.getByRole('textbox', { name: 'Comment on line 1' });
    expect(fireEvent.keyDown(box, { key: 'Escape' })).toBe(false);
    expect(screen.queryByRole('textbox', { name: 'Comment on line 1' })).toBeNull();
  });

  test('goes to the line it is pointed at', async () => {
    await show(diff, { at: 'src/a.ts:2' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Comment on line 2, added');
  });

  test('commits with the title of the card, then merges as it is told', async () => {
    vi.mocked(api.getCard).mockResolvedValue({ ...DETAILS, worktree: { ...TREE, dirty_files: 3 } });
    vi.mocked(api.commitCard).mockResolvedValue({ commit: 'abcdef0123' });
    await show(diff);
    await click('Commit');
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Fix the login');
    vi.mocked(api.getCard).mockResolvedValue(DETAILS);
    await act(async () =>
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Commit' })),
    );
    expect(api.commitCard).toHaveBeenCalledWith({ board: 'b1', card: 'c1' }, 'Fix the login');

    vi.mocked(api.mergeCard).mockResolvedValue({ outcome: 'merged', conflicts: [] });
    await click('Merge');
    fireEvent.click(screen.getByRole('radio', { name: /Squash/ }));
    await act(async () =>
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Merge' })),
    );
    expect(api.mergeCard).toHaveBeenCalledWith({ board: 'b1', card: 'c1' }, 'squash');
  });

  test('says why a merge is refused, and leaves the choice open', async () => {
    vi.mocked(api.mergeCard).mockResolvedValue({
      outcome: 'refused',
      conflicts: [],
      reason: 'main has changes that are not committed.',
    });
    await show(diff);
    await click('Merge');
    await act(async () =>
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Merge' })),
    );
    expect(screen.getByRole('alert').textContent).toContain('main has changes that are not committed.');
  });

  test('lists conflicts, and has whoever worked on it last resolve them, who is not its reviewer', async () => {
    const known = (id: string, mode: 'review' | 'code') => new FakeSessions({ id, mode }).session;
    const all = [known('s3', 'review'), known('s2', 'code'), known('s1', 'code')];
    vi.mocked(api.getCard).mockResolvedValue({ ...DETAILS, sessions: all });
    vi.mocked(api.mergeCard).mockResolvedValue({ outcome: 'conflicts', conflicts: ['src/a.ts'] });
    vi.mocked(api.updateCard).mockResolvedValue({ outcome: 'conflicts', conflicts: ['src/a.ts'] });
    await show(diff);
    await click('Merge');
    await act(async () =>
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Merge' })),
    );
    expect(screen.getByText(/1 file changed here and in main too/)).toBeTruthy();
    await click('Ask the agent to resolve');
    expect(vi.mocked(sessions.sendMessage).mock.calls[0]?.[0]).toBe('s2');
    expect(vi.mocked(sessions.sendMessage).mock.calls[0]?.[1]).toContain('- src/a.ts');
    expect(showTab).toHaveBeenCalledWith('chat', { session: 's2' });
  });

  test('says that conflicts are still there after a reload, and that it can be merged once they are not', async () => {
    vi.mocked(api.getCard).mockResolvedValue({ ...DETAILS, sessions: [new FakeSessions().session] });
    vi.mocked(api.updateCard).mockResolvedValue({ outcome: 'conflicts', conflicts: ['src/a.ts'] });
    const board = await show(diff);
    await hear(board, status({ conflict: 'open' }));
    expect(screen.getByText(/The same lines were changed here and in main too/)).toBeTruthy();
    await click('Ask the agent to resolve');
    expect(vi.mocked(sessions.sendMessage).mock.calls[0]?.[1]).toContain('- src/a.ts');
    await hear(board, status({ mode: 'talk', conflict: 'resolved' }));
    expect(screen.queryByText(/The same lines/)).toBeNull();
    expect(screen.getByText(/The conflicts with main are resolved/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Merge again' })).toBeTruthy();
  });

  test.each([
    [{ is_git_repo: false }, 'This project is no git repository'],
    [{ worktrees: false }, 'Cards have no branches of their own'],
    [{}, 'Nothing has been changed yet'],
  ])('says why there is none: %j', async (project, title) => {
    vi.mocked(api.getCard).mockResolvedValue({ sessions: [] });
    vi.mocked(api.getDiff).mockRejectedValue(
      new Problem({ status: 404, code: 'no_worktree', message: 'None' }),
    );
    await show(diff, { project });
    expect(screen.getByText(title)).toBeTruthy();
  });

  test('asks for no file that the list does not name any more', async () => {
    const board = await show(diff);
    expect(api.getFileDiff).toHaveBeenCalledTimes(1);
    vi.mocked(api.getDiff).mockResolvedValue({ ...DIFF, files: [] });
    await hear(board, status({ phase: 'running', mode: 'code' }));
    expect(screen.queryByRole('region', { name: 'src/a.ts' })).toBeNull();
    expect(api.getFileDiff).toHaveBeenCalledTimes(1);
  });

  test('asks for no changes of a folder that was removed', async () => {
    const board = await show(diff);
    expect(api.getDiff).toHaveBeenCalledTimes(1);
    vi.mocked(api.getCard).mockResolvedValue({ sessions: [] });
    await hear(board, status({ phase: 'resting' }));
    expect(screen.getByText('Nothing has been changed yet')).toBeTruthy();
    expect(api.getDiff).toHaveBeenCalledTimes(1);
  });

  test('a viewer reads it, and can do nothing to it', async () => {
    await show(diff, { project: { role: 'viewer' } });
    expect(screen.getByText('const a = 1;')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Comment|Merge|More/ })).toBeNull();
  });
});

describe('the review', () => {
  const review = () => import('./ReviewTab');
  const RULES = [
    { number: 1, text: 'Keep it small', verdict: 'pass', places: [] },
    {
      number: 2,
      text: 'No <b>unwrap</b>',
      verdict: 'fail',
      note: 'Here',
      places: [{ file: 'a.rs', line: 4 }],
    },
    { number: 3, text: 'Say why', verdict: 'fail', places: [] },
  ] as const;
  const COUNT = { reported: true, passed: 1, failed: 2, not_applicable: 0 };
  const REVIEW = { session_id: 's1', rules: RULES, steps: [], reported: true };

  test('shows what is broken first, and where', async () => {
    vi.mocked(api.getCard).mockResolvedValue({
      sessions: [],
      review: { ...REVIEW, steps: [{ text: 'Test it', done: false, note: 'Not yet' }] },
      departures: { unplanned_files: ['b.rs'], untouched_files: ['c.rs'] },
    });
    await show(review);
    const rules = within(screen.getByRole('region', { name: /Rules/ })).getAllByRole('listitem');
    expect(rules.map((rule) => rule.textContent?.slice(0, 10))).toEqual([
      'Broken: 2.',
      'Broken: 3.',
      'Kept: 1.Ke',
    ]);
    await click('a.rs:4');
    expect(showTab).toHaveBeenCalledWith('diff', { at: 'a.rs:4' });
    expect(screen.getByText('0 of 1 done')).toBeTruthy();
    await click('b.rs');
    expect(showTab).toHaveBeenCalledWith('diff', { at: 'b.rs' });
    expect(screen.getByText('c.rs')).toBeTruthy();
  });

  test('sends the broken rules back, all or those that are chosen', async () => {
    vi.mocked(api.getCard).mockResolvedValue({ sessions: [], review: REVIEW });
    vi.mocked(api.sendBack).mockResolvedValue(status({ phase: 'starting', mode: 'code' }));
    const board = await show(review, { status: status({ review: COUNT }) });
    expect(screen.getByRole('button', { name: 'Send 2 broken rules back' })).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send rule 3 back' }));
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' At once ' } });
    await click('Send 1 broken rule back');
    expect(api.sendBack).toHaveBeenCalledWith({ board: 'b1', card: 'c1' }, { rules: [2], note: 'At once' });
    expect(board.cards.status('c1')?.phase).toBe('starting');
    expect(showTab).toHaveBeenCalledWith('chat');
    // What is known of the review is still the old.
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  });

  test('is not sent back twice: once work has gone on, it says so and waits for the next review', async () => {
    vi.mocked(api.getCard).mockResolvedValue({ sessions: [], review: { ...REVIEW, outdated: true } });
    await show(review, { status: status({ review: COUNT }) });
    expect(screen.getByText(/^The work has gone on since\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('shows code in rules and steps as code', async () => {
    const rules = [{ number: 1, text: 'No `unwrap`', verdict: 'pass', places: [] }] as const;
    const steps = [{ text: 'Edit `a.rs`', done: true }];
    vi.mocked(api.getCard).mockResolvedValue({ sessions: [], review: { ...REVIEW, rules, steps } });
    await show(review);
    expect([...document.querySelectorAll('code')].map((code) => code.textContent)).toEqual([
      'unwrap',
      'a.rs',
    ]);
  });

  test('says when the reviewer did not report', async () => {
    vi.mocked(api.getCard).mockResolvedValue({
      sessions: [],
      review: { ...REVIEW, rules: [], reported: false },
    });
    await show(review);
    expect(screen.getByText(/ended without reporting/)).toBeTruthy();
  });

  test('says what to do when there are no best practices', async () => {
    vi.mocked(api.getCard).mockResolvedValue({ sessions: [] });
    vi.mocked(api.getRules).mockResolvedValue({ path: 'RULES.md', exists: false, rules: [] });
    await show(review, { status: status({ phase: 'resting' }) });
    expect(screen.getByText('There is no RULES.md')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Project settings' }).getAttribute('href')).toBe(
      '/p/p1/settings',
    );
  });
});

describe('the plan', () => {
  test('is there word for word', async () => {
    const text = '# Plan\n\n1. Do <b>it</b>\n';
    vi.mocked(api.getCard).mockResolvedValue({
      sessions: [],
      plan: { text, session_id: 's1' },
    });
    await show(() => import('./PlanTab'));
    await click('Show as written');
    expect(document.querySelector('pre')?.textContent).toBe(text);
  });

  test('can be approved where it is read', async () => {
    const asked = { request_id: 'r', asked_at: '', kind: 'plan' } as const;
    const data = { request_id: 'r', tool: 't', plan: 'Do **this** first', plan_sha256: 'x', path: null };
    const session = new FakeSessions({ status: 'waiting', waiting: [{ ...asked, data }] });
    vi.mocked(api.getCard).mockResolvedValue({
      sessions: [],
      plan: { text: 'Old', session_id: 's0' },
    });
    vi.mocked(sessions.reply).mockResolvedValue(session.session);
    const waiting = [{ request_id: 'r', kind: 'plan' }] as const;
    await show(() => import('./PlanTab'), { status: status({ phase: 'waiting', waiting }), session });
    expect(screen.getByText('this').tagName).toBe('STRONG');
    await click('Approve');
    expect(vi.mocked(sessions.reply).mock.calls[0]?.slice(0, 2)).toEqual(['s1', 'r']);
  });

  test('waits in the chat until it is approved', async () => {
    const waiting = [{ request_id: 'r', kind: 'plan' }] as const;
    await show(() => import('./PlanTab'), { status: status({ phase: 'waiting', waiting }) });
    await click('Read the plan');
    expect(showTab).toHaveBeenCalledWith('chat');
  });
});
