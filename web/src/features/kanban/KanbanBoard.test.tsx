// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { memo, Profiler } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectFor } from '../../../tests/support/project';
import { pretendScreen } from '../../../tests/support/screen';
import { BoardKit, type Columns } from './testing/board-kit';

const drawn: string[] = [];
vi.mock('@/lib/server-data', () => ({ useMembers: () => ({ data: MEMBERS }), useResource: () => ({}) }));
vi.mock('./Card', async (original) => {
  const { Card } = await original<typeof import('./Card')>();
  const Counted = memo(({ id }: { id: string }) => (
    <Profiler id={id} onRender={(name) => drawn.push(name)}>
      <Card id={id} />
    </Profiler>
  ));
  return { Card: Counted };
});

const MEMBERS = [{ user_id: 'ben', name: 'Ben' }];
const ADA = { id: 'me', name: 'Ada' };

async function show(columns: Columns, role: 'owner' | 'viewer' = 'owner') {
  const kit = await BoardKit.open(columns);
  const { default: KanbanBoard } = await import('./KanbanBoard');
  const project = projectFor(role);
  const view = () => <KanbanBoard board={kit.board} project={project} me={ADA} workTab={() => null} />;
  render(view());
  await act(async () => {});
  drawn.length = 0;
  return kit;
}

const cardsOf = (column: string) =>
  within(screen.getByRole('region', { name: column }))
    .queryAllByRole('article')
    .map((card) => card.getAttribute('aria-label'));

beforeAll(pretendScreen);
beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('what is drawn anew', () => {
  it('is one card when one card changes', async () => {
    const kit = await show({ Todo: ['a', 'b', 'c'], Done: ['d'] });
    await act(async () => kit.remote([{ op: 'update', id: 'b', props: { title: 'B' } }]));
    expect([...new Set(drawn)]).toEqual(['b']);
  });

  it('is only the new card when one comes to the end of a column', async () => {
    const kit = await show({ Todo: ['a', 'b', 'c'], Done: ['d'] });
    await act(async () =>
      kit.remote([{ op: 'create', id: 'e', kind: 'card', parent: 'Done', props: { title: 'e' } }]),
    );
    expect([...new Set(drawn)]).toEqual(['e']);
  });

  it('is the visited card when somebody opens it', async () => {
    const kit = await show({ Todo: ['a', 'b'] });
    await act(async () => kit.peers({ peer: '1', user: { id: 'ben', name: 'Ben' }, state: { card: 'a' } }));
    expect([...new Set(drawn)]).toEqual(['a']);
  });

  it('is a screenful of a thousand cards', async () => {
    await show({ Todo: Array.from({ length: 1_000 }, (_, index) => `card ${index}`) });
    expect(screen.getAllByRole('article').length).toBeGreaterThan(5);
    expect(screen.getAllByRole('article').length).toBeLessThan(60);
  });
});

describe('the board', () => {
  it('shows columns as lists of cards', async () => {
    await show({ Todo: ['a', 'b'], Done: [] });
    expect([cardsOf('Todo'), cardsOf('Done')]).toEqual([['a', 'b'], []]);
    expect(
      within(screen.getByRole('region', { name: 'Todo' })).getByRole('list', { name: 'Todo' }),
    ).toBeTruthy();
  });

  it('adds one card after the other', async () => {
    const kit = await show({ Todo: ['a'] });
    const region = within(screen.getByRole('region', { name: 'Todo' }));
    fireEvent.click(region.getAllByRole('button', { name: 'Add card to Todo' }).at(-1) as HTMLElement);
    const box = region.getByRole('textbox');
    for (const title of ['first', 'second']) {
      fireEvent.change(box, { target: { value: title } });
      fireEvent.keyDown(box, { key: 'Enter' });
    }
    await act(async () => {});
    expect(cardsOf('Todo')).toEqual(['a', 'first', 'second']);
    expect(kit.waiting.map(({ label }) => label)).toEqual(['Add “first”', 'Add “second”']);
  });

  it('offers a card for each pasted line', async () => {
    const kit = await show({ Todo: [] });
    const region = within(screen.getByRole('region', { name: 'Todo' }));
    fireEvent.click(region.getAllByRole('button', { name: 'Add card to Todo' }).at(-1) as HTMLElement);
    fireEvent.paste(region.getByRole('textbox'), { clipboardData: { getData: () => '- one\n- two\n' } });
    fireEvent.click(region.getByRole('button', { name: 'Make 2 cards' }));
    await act(async () => {});
    expect([cardsOf('Todo'), kit.waiting.length]).toEqual([['one', 'two'], 1]);
  });

  it('gives a viewer nothing to press that does nothing', async () => {
    await show({ Todo: ['a'] }, 'viewer');
    expect(screen.queryByRole('button', { name: /add/i })).toBeNull();
    expect(screen.getByText(/You can look at this board/)).toBeTruthy();
  });

  it('says what to do when it has no columns', async () => {
    await show({});
    expect(screen.getByRole('button', { name: 'Add the first column' })).toBeTruthy();
  });
});
