// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { projectFor } from '../../../tests/support/project';
import { pretendScreen } from '../../../tests/support/screen';
import { BoardKit } from './testing/board-kit';

const known: Record<string, unknown> = {};
vi.mock('@/lib/server-data', () => ({
  useMembers: () => ({ data: [{ user_id: 'ben', name: 'Ben' }] }),
  useResource: (key: string) => ({ data: known[key] }),
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
  expect((await screen.findByText(/^Last changed by/)).textContent).toBe('Last changed by Ben, 1 h ago');
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
