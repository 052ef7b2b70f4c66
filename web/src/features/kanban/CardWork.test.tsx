// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { memo, Profiler } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as api from '@/lib/cards-api';
import { useShortcuts } from '@/lib/keys';
import type { CardStatus } from '@/live/cards-wire';
import { projectFor } from '../../../tests/support/project';
import { pretendScreen } from '../../../tests/support/screen';
import { BoardKit } from './testing/board-kit';

const drawn: string[] = [];
vi.mock('@/lib/cards-api');
vi.mock('@/lib/server-data', () => ({ useMembers: () => ({ data: [] }), useResource: () => ({}) }));
vi.mock('./Card', async (original) => {
  const { Card } = await original<typeof import('./Card')>();
  const Counted = memo(({ id }: { id: string }) => (
    <Profiler id={id} onRender={(name) => drawn.push(name)}>
      <Card id={id} />
    </Profiler>
  ));
  return { Card: Counted };
});

const ADA = { id: 'me', name: 'Ada' };

async function show(role: 'owner' | 'viewer' = 'owner') {
  const kit = await BoardKit.open({ Pending: ['a'], Plan: ['b', 'c'], Done: [] });
  kit.remote([{ op: 'update', id: 'Plan', props: { mode: 'plan', auto_start: true } }]);
  const { default: KanbanBoard } = await import('./KanbanBoard');
  const project = projectFor(role);
  render(
    <KanbanBoard
      board={kit.board}
      project={project}
      me={ADA}
      workTab={({ tab, card }) => (
        <p>
          {tab} of {card}
        </p>
      )}
    />,
  );
  await act(async () => {});
  drawn.length = 0;
  return kit;
}

function status(card: string, more: Partial<CardStatus> = {}): CardStatus {
  return {
    card_id: card,
    board_id: 'b1',
    column_id: 'Plan',
    phase: 'running',
    mode: 'plan',
    scripted: false,
    cost_usd: 0,
    ...more,
  };
}

async function say(kit: BoardKit, ...cards: CardStatus[]) {
  await act(async () => kit.board.hear({ type: 'cards', board: 'b1', cards, whole: true }));
}

const card = (name: string) => within(screen.getByRole('article', { name }));
const press = (key: string, target: Element) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'target', { value: target });
  const shortcut = useShortcuts
    .getState()
    .list.findLast(({ keys, when }) => keys.includes(key) && (when?.(event) ?? true));
  shortcut?.run(event);
};

beforeAll(pretendScreen);
// What comes when it is first shown is here before a test waits for it.
beforeAll(() => import('./CardPanel').then(() => {}));
beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  vi.resetAllMocks();
});
afterEach(cleanup);

test('a card says how its work stands, and no other card is drawn for it', async () => {
  const kit = await show();
  await say(
    kit,
    status('b', {
      phase: 'waiting',
      waiting: [{ request_id: 'r', kind: 'question' }],
      cost_usd: 0.42,
      scripted: true,
    }),
  );
  expect(card('b').getByText('Question')).toBeTruthy();
  expect(card('b').getByText('$0.42')).toBeTruthy();
  expect(card('b').getByText('Rehearsal')).toBeTruthy();
  expect([...new Set(drawn)]).toEqual(['b']);
});

test('seconds pass without drawing the board', async () => {
  const kit = await show();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    const since = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 61_000).toISOString();
    await say(kit, status('b', { since, doing: { kind: 'tool', text: 'Edit <b>a.ts</b>' } }));
    expect(card('b').getByRole('timer').textContent).toBe('1:01');
    expect(card('b').getByText('Edit <b>a.ts</b>')).toBeTruthy();
    drawn.length = 0;
    await act(async () => vi.advanceTimersByTime(2_000));
    expect(card('b').getByRole('timer').textContent).toBe('1:03');
    expect([...new Set(drawn)]).toEqual(['b']);
  } finally {
    vi.useRealTimers();
  }
});

test('a drop into a column that starts by itself is seen to start at once', async () => {
  const kit = await show();
  await say(kit);
  const { moveCard } = await import('./edits');
  await act(async () => void moveCard(kit.board, 'a', 'Plan', {}));
  expect(card('a').getByText('Starting')).toBeTruthy();
  await act(async () =>
    kit.board.hear({ type: 'cards', board: 'b1', cards: [status('a', { phase: 'queued', place: 3 })] }),
  );
  expect(card('a').getByText('Queued, place 3')).toBeTruthy();
  await act(async () => void moveCard(kit.board, 'b', 'Done', {}));
  expect(card('b').queryByText('Starting')).toBeNull();
});

test('a resting card starts by its button and by its key; what fails is taken back', async () => {
  const kit = await show();
  await say(kit);
  vi.mocked(api.startCard).mockResolvedValue(status('b', { phase: 'queued', place: 1 }));
  expect(card('a').queryByRole('button', { name: /Start/ })).toBeNull();
  await act(async () => fireEvent.click(card('b').getByRole('button', { name: 'Start planning' })));
  expect(api.startCard).toHaveBeenCalledWith({ board: 'b1', card: 'b' });
  expect(card('b').getByText('Queued, place 1')).toBeTruthy();

  vi.mocked(api.startCard).mockRejectedValue(new TypeError('no network'));
  const article = screen.getByRole('article', { name: 'c' });
  await act(async () => article.focus());
  await act(async () => press('s', article));
  expect(api.startCard).toHaveBeenLastCalledWith({ board: 'b1', card: 'c' });
  expect(card('c').queryByText('Starting')).toBeNull();
});

test('a failed card says why and can be tried again', async () => {
  const kit = await show();
  await say(kit, status('b', { phase: 'failed', failure: { code: 'x', message: 'Not logged in' } }));
  expect(card('b').getByText('Not logged in')).toBeTruthy();
  expect(card('b').getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('a viewer sees how the work stands and has nothing to press', async () => {
  const kit = await show('viewer');
  await say(kit, status('b', { phase: 'failed' }));
  expect(card('b').getByText('Failed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Retry|Start/ })).toBeNull();
});

test('a column says what a drop does, and how many are at work', async () => {
  const kit = await show();
  await say(kit, status('b'), status('c', { phase: 'waiting' }));
  const button = within(screen.getByRole('region', { name: 'Plan' })).getByRole('button', {
    name: /2 at work/,
  });
  expect(button.getAttribute('aria-description')).toContain('an agent starts at once');
});

test('a card that waits opens with its chat, and stays there when it goes on', async () => {
  const kit = await show();
  await say(kit, status('b', { phase: 'waiting', waiting: [{ request_id: 'r', kind: 'plan' }] }));
  await act(async () => fireEvent.click(screen.getByRole('article', { name: 'b' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'b' }));
  expect(dialog.getByText('chat of b')).toBeTruthy();
  await say(kit, status('b', { phase: 'resting' }));
  expect(dialog.getByText('chat of b')).toBeTruthy();
  await act(async () => fireEvent.click(dialog.getByRole('tab', { name: 'Diff' })));
  expect(dialog.getByText('diff of b')).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('article', { name: 'c' })));
  expect(
    within(screen.getByRole('dialog', { name: 'c' })).getByRole('tab', { selected: true }).textContent,
  ).toBe('Card');
});

test('the panel stops what runs', async () => {
  const kit = await show();
  await say(kit, status('b'));
  vi.mocked(api.stopCard).mockResolvedValue(status('b', { phase: 'stopped' }));
  await act(async () => fireEvent.click(screen.getByRole('article', { name: 'b' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'b' }));
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Stop' })));
  expect(api.stopCard).toHaveBeenCalledWith({ board: 'b1', card: 'b' });
  expect(dialog.getByText('Stopped')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Continue' })).toBeTruthy();
});

test('the panel names what waits, and counts in words what its tabs hold', async () => {
  const kit = await show();
  const review = { reported: true, passed: 3, failed: 1, not_applicable: 0 };
  const diff = { files: 1, additions: 1, deletions: 0 };
  await say(kit, status('b', { phase: 'finished', mode: 'review', review, diff }));
  await act(async () => fireEvent.click(screen.getByRole('article', { name: 'b' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'b' }));
  expect(dialog.getByRole('tab', { name: 'Review , 1 broken rule' })).toBeTruthy();
  expect(dialog.getByRole('tab', { name: 'Diff , 1 file' })).toBeTruthy();
  // What was sent back is not to be done by a person any more.
  await say(kit, status('b', { phase: 'running', mode: 'code', diff }));
  expect(dialog.getByRole('tab', { name: 'Review' })).toBeTruthy();
  await say(kit, status('b', { phase: 'waiting', waiting: [{ request_id: 'r', kind: 'plan' }] }));
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Read the plan' })));
  expect(dialog.getByText('chat of b')).toBeTruthy();
});

test('a card whose conflicts are resolved asks to be merged again, on the board and in every tab', async () => {
  const kit = await show();
  await say(kit, status('b', { phase: 'running', mode: 'talk', conflict: 'open' }));
  const card = screen.getByRole('article', { name: 'b' });
  await act(async () => fireEvent.click(card));
  const dialog = within(await screen.findByRole('dialog', { name: 'b' }));
  expect(dialog.queryByRole('button', { name: 'See the conflicts' }), 'somebody is at it').toBeNull();
  await say(kit, status('b', { phase: 'finished', mode: 'talk', conflict: 'resolved' }));
  expect(within(card).getByText('Conflicts resolved, merge again')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /^Next/ })).toBeNull();
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Merge again' })));
  expect(dialog.getByText('diff of b')).toBeTruthy();
});

test('a card that is done moves on from its panel', async () => {
  const kit = await show();
  await say(kit, status('b', { phase: 'finished' }));
  await act(async () => fireEvent.click(screen.getByRole('article', { name: 'b' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'b' }));
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Next: Done' })));
  expect(kit.board.node('b')?.parent).toBe('Done');
});
