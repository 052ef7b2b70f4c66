// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as history from '@/lib/history-api';
import type { Project } from '@/lib/server-data';
import type { LiveSession } from '@/live/session';
import { useToasts } from '@/ui/toast';
import { aSession } from '../../../tests/support/fake-sessions';
import { ChatContext } from './context';
import { useFork } from './fork';

vi.mock('@/lib/history-api');

function Fork({ code }: { code: boolean }) {
  const fork = useFork();
  return (
    <button type="button" onClick={() => void fork({ code })}>
      Fork
    </button>
  );
}

async function fork(code: boolean) {
  const session = { id: 's1', state: () => ({ session: aSession() }) } as unknown as LiveSession;
  const project = { id: 'p1' } as Project;
  render(
    <ChatContext
      value={{ session, project, canEdit: true, isEmbedded: false, beside: null, opened: new Map() }}
    >
      <Fork code={code} />
    </ChatContext>,
  );
  await act(async () => fireEvent.click(screen.getByRole('button')));
  return useToasts.getState().entries.at(-1);
}

afterEach(() => {
  cleanup();
  useToasts.setState({ entries: [] });
});

test('a fork with its files says that a card was made, and leads to it', async () => {
  vi.mocked(history.forkSession).mockResolvedValue(aSession({ id: 's2', board_id: 'b1', card_id: 'c2' }));
  const said = await fork(true);
  expect(said?.title).toBe('Forked “Fix the queue” into a new card, with its files');
  expect(location.pathname).toBe('/p/p1/s/s2');
  act(() => said?.action?.run());
  expect(location.pathname + location.search).toBe('/p/p1/b/b1?card=c2');
});

test('a fork of the conversation alone makes no card', async () => {
  vi.mocked(history.forkSession).mockResolvedValue(aSession({ id: 's2', board_id: 'b1', card_id: 'c1' }));
  const said = await fork(false);
  expect([said?.title, said?.action]).toEqual(['Forked “Fix the queue”', undefined]);
});
