import { beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, useToasts } from '@/ui/toast';
import { api } from './api';
import { undoChange, undoTurn } from './undo-change';

vi.mock('./api', async (load) => ({ ...(await load<object>()), api: { POST: vi.fn() } }));

const post = vi.mocked(api.POST as (path: string, options: object) => Promise<object>);
const LEFT = { node: 'n', reason: 'it has been written again since' };
const NOTHING = { code: 'nothing_to_revert', message: 'there is nothing to undo or redo' };

/** Answers the next call; anything but a list is a refusal. */
function answers(said: readonly object[] | object): void {
  const isDone = Array.isArray(said);
  post.mockResolvedValueOnce({
    ...(isDone ? { data: { left_out: said } } : { error: said }),
    response: new Response(null, { status: isDone ? 200 : 409 }),
  });
}

const shown = () =>
  useToasts.getState().entries.map(({ title, detail }) => (detail ? `${title} | ${detail}` : title));
const offered = () => useToasts.getState().entries.find(({ action }) => action)?.action;

beforeEach(() => {
  post.mockReset();
  for (const { id } of useToasts.getState().entries) dismissToast(id);
});

it('brings a turn back that was taken back, and says what stays as it is', async () => {
  answers([]);
  await undoTurn('b', 's', 3);
  answers([LEFT, LEFT]);
  offered()?.run();
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      'Undone: what the agent did here in this turn',
      'Redone: what the agent did here in this turn | 2 parts were left as they are: it has been written again since.',
    ]),
  );
  const body = { session_id: 's', turn: 3 };
  expect(post.mock.calls).toEqual([
    ['/api/boards/{id}/undo', { params: { path: { id: 'b' } }, body }],
    ['/api/boards/{id}/redo', { params: { path: { id: 'b' } }, body }],
  ]);
});

it('offers to bring a turn back also when it was taken back before', async () => {
  answers(NOTHING);
  await undoTurn('b', 's', 3);
  answers(NOTHING);
  offered()?.run();
  await vi.waitFor(() =>
    expect(shown()).toEqual(['Nothing of it is left to undo.', 'Nothing of it can be brought back.']),
  );
});

it('offers no more than the undo for a single change', async () => {
  answers([LEFT]);
  await undoChange('b', 3, 'moved “Cake”');
  expect(shown()).toEqual([
    'Undone: moved “Cake” | One part was left as it is: it has been written again since.',
  ]);
  expect(offered()).toBeUndefined();
});
