// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { projectFor } from '../../../tests/support/project';
import { pretendScreen } from '../../../tests/support/screen';
import { BoardKit } from './testing/board-kit';

const known: Record<string, unknown> = {};
const asked = new Set<string>();
vi.mock('@/lib/server-data', () => ({
  useMembers: () => ({ data: [{ user_id: 'ben', name: 'Ben' }] }),
  useResource: (key: string) => {
    asked.add(key);
    return { data: known[key] };
  },
}));

beforeAll(pretendScreen);
afterEach(cleanup);

async function open() {
  const kit = await BoardKit.open({ Todo: ['a'] });
  const { default: KanbanBoard } = await import('./KanbanBoard');
  const me = { id: 'me', name: 'Ada' };
  render(<KanbanBoard board={kit.board} project={projectFor('owner')} me={me} workTab={() => null} />);
  await act(async () => {});
  await act(async () => fireEvent.click(screen.getByRole('article', { name: 'a' })));
  return kit;
}

test('a card says who changed it last, and when', async () => {
  const kit = await open();
  await act(async () => {
    known['change.b1.2'] = new Date(Date.now() - 3_600_000).toISOString();
    kit.remote([{ op: 'update', id: 'a', props: { title: 'A' } }]);
  });
  expect(await screen.findByText('Last changed by Ben, 1 h ago', {}, { timeout: 10_000 })).toBeTruthy();
});

test('while somebody writes, nobody asks when each change was made', async () => {
  const kit = await open();
  asked.clear();
  for (const title of ['A', 'Ab', 'Abc'])
    await act(async () => kit.remote([{ op: 'update', id: 'a', props: { title } }]));
  const last = () => [...asked].filter((key) => key.startsWith('change.')).at(-1);
  await expect.poll(last, { timeout: 10_000 }).toBe('change.b1.4');
  expect([...asked]).not.toContain('change.b1.2');
  expect([...asked]).not.toContain('change.b1.3');
});

test('a card that an agent changed leads to the session', async () => {
  const kit = await open();
  known['session.s1'] = { id: 's1', project_id: 'p1', agent: 'claude', title: 'Tidy up' };
  await act(async () => {
    kit.remote([{ op: 'update', id: 'a', props: { title: 'A' } }], { type: 'agent', session: 's1', turn: 1 });
  });
  expect((await screen.findByText(/^Last changed by/)).textContent).toMatch(
    /^Last changed by Claude Code.* in Tidy up$/,
  );
  expect(screen.getByRole('link', { name: 'Tidy up' }).getAttribute('href')).toBe('/p/p1/s/s1');
});
