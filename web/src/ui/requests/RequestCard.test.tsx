// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Problem } from '@/lib/problem';
import * as api from '@/lib/sessions-api';
import type { Asked, Session } from '@/live/session-wire';
import { RequestCard } from './RequestCard';

vi.mock('@/lib/sessions-api');
vi.mock('@/lib/session-data', () => ({ refreshInbox: () => {} }));

const onAnswered = vi.fn();

function show(asked: Asked): void {
  render(<RequestCard session="s1" asked={asked} onAnswered={onAnswered} />);
}

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(async () => {});
}

/** Whether exactly this was answered to the request. */
const expectReply = (said: object) => expect(vi.mocked(api.reply).mock.calls).toEqual([['s1', 'r', said]]);

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(api.reply).mockResolvedValue({ id: 's1' } as Session);
});
afterEach(cleanup);

describe('a question', () => {
  const options = ['Red', 'Green', 'Blue'].map((label) => ({ label, description: `${label} it is` }));
  const one = { question: 'Which colour?', header: 'Colour', multi_select: false, options };
  const many = { question: 'Which ones?', header: 'Colours', multi_select: true, options };
  const ask = (...questions: (typeof one)[]): Asked => ({
    kind: 'question',
    data: { request_id: 'r', tool: 't', questions },
  });
  const card = () => screen.getByRole('region');

  test('a key chooses, and Enter sends', async () => {
    show(ask(one));
    fireEvent.keyDown(card(), { key: '2' });
    fireEvent.keyDown(card(), { key: 'Enter' });
    await act(async () => {});
    expectReply({ to: 'question', answers: { 'Which colour?': 'Green' } });
    expect(onAnswered).toHaveBeenCalledWith({ id: 's1' });
  });

  test('nothing is sent before something is chosen', () => {
    show(ask(one));
    fireEvent.keyDown(card(), { key: 'Enter' });
    fireEvent.keyDown(card(), { key: '9' });
    expect(api.reply).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Send answer' })).toHaveProperty('disabled', true);
  });

  test('own words count, and digits in them are letters', async () => {
    show(ask(one));
    fireEvent.click(screen.getByRole('radio', { name: 'Other…' }));
    const field = screen.getByRole('textbox');
    fireEvent.keyDown(field, { key: '1' });
    fireEvent.change(field, { target: { value: '1 of each' } });
    await press('Send answer');
    expectReply({ to: 'question', answers: { 'Which colour?': '1 of each' } });
  });

  test('several questions are steps, of which each can be gone back to', async () => {
    show(ask(one, many));
    fireEvent.keyDown(card(), { key: '1' });
    await press('Next');
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /Red/ }));
    fireEvent.keyDown(card(), { key: '3' });
    fireEvent.keyDown(card(), { key: '1' });
    await press('Back');
    fireEvent.keyDown(card(), { key: '2' });
    await press('Next');
    await press('Send answers');
    expectReply({
      to: 'question',
      answers: { 'Which colour?': 'Green', 'Which ones?': ['Red', 'Blue'] },
    });
  });

  test('can be declined', async () => {
    show(ask(one));
    await press('Decline');
    expectReply({ to: 'question', decline: true });
  });

  test('says when somebody else was faster', async () => {
    vi.mocked(api.reply).mockRejectedValue(
      new Problem({ status: 409, code: 'request_settled', message: 'x' }),
    );
    show(ask(one));
    await press('Decline');
    expect(screen.getByRole('alert').textContent).toContain('answered already');
    expect(onAnswered).not.toHaveBeenCalled();
  });
});

describe('a plan', () => {
  const asked: Asked = {
    kind: 'plan',
    data: { request_id: 'r', tool: 't', plan: '# Steps', plan_sha256: 'abc', path: null },
  };

  test('is approved as it was read', async () => {
    show(asked);
    await press('Approve');
    expectReply({ to: 'plan', plan_sha256: 'abc', approve: true });
  });

  test('is approved as it was edited', async () => {
    show(asked);
    await press('Edit');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '# Fewer steps' } });
    await press('Approve this plan');
    expectReply({ to: 'plan', plan_sha256: 'abc', approve: true, plan: '# Fewer steps' });
  });

  test('is sent back with what should be different', async () => {
    show(asked);
    await press('Ask for changes');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Fewer steps' } });
    await press('Send it back');
    expectReply({ to: 'plan', plan_sha256: 'abc', approve: false, feedback: 'Fewer steps' });
  });

  test('may have no text', () => {
    show({ kind: 'plan', data: { ...asked.data, plan: '' } as Extract<Asked, { kind: 'plan' }>['data'] });
    expect(screen.getByText(/wrote no text/)).toBeTruthy();
  });
});

describe('a permission', () => {
  const data = { request_id: 'r', tool: 't', name: 'Bash', input: { command: 'rm -r build' }, reason: null };
  const asked = (always: string | null): Asked => ({ kind: 'permission', data: { ...data, always } });

  test('shows what will run, and is given once', async () => {
    show(asked(null));
    expect(screen.getByText('rm -r build')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Always allow' })).toBeNull();
    await press('Allow once');
    expectReply({ to: 'permission', allow: true });
  });

  test('is given for ever, after saying what that means', async () => {
    show(asked('Bash(rm:*)'));
    expect(screen.getByText('Bash(rm:*)')).toBeTruthy();
    await press('Always allow');
    expectReply({ to: 'permission', allow: true, always: true });
  });

  test('is denied, with what to do instead', async () => {
    show(asked(null));
    await press('Deny…');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Move it' } });
    await press('Deny');
    expectReply({ to: 'permission', allow: false, message: 'Move it' });
  });

  test('of a change of a file shows the change', () => {
    const input = { file_path: '/a.ts', old_string: 'one', new_string: 'two' };
    show({ kind: 'permission', data: { ...data, name: 'Edit', input, always: null } });
    expect(screen.getByRole('group', { name: 'Changes of /a.ts' }).textContent).toContain('removed: one');
  });
});
