import { answer, api } from '@/lib/api';
import { toProblem } from '@/lib/problem';
import type { UndoOutcome } from '@/live/board-status';

/** Takes back, or brings back, the own last change to a board. */
export async function revert(board: string, kind: 'undo' | 'redo'): Promise<UndoOutcome> {
  const options = { params: { path: { id: board } }, body: {} };
  try {
    const done = await answer(
      kind === 'undo'
        ? api.POST('/api/boards/{id}/undo', options)
        : api.POST('/api/boards/{id}/redo', options),
    );
    // It is done, whether or not its name can be fetched.
    const label = await labelOf(board, done.change.reverts?.seqs).catch(() => undefined);
    return {
      kind: kind === 'undo' ? 'undone' : 'redone',
      leftOut: done.left_out.length,
      ...(label ? { label } : {}),
    };
  } catch (error) {
    const { code, message } = toProblem(error);
    return code === 'nothing_to_revert'
      ? { kind: 'nothing', leftOut: 0 }
      : { kind: 'unavailable', leftOut: 0, message };
  }
}

/** An undo of an undo of an undo is as far as the name of what it is about is looked for. */
const MAX_STEPS = 4;

/** Returns the name of the change that was taken back or brought back, which the undo itself does not carry. */
async function labelOf(board: string, seqs: readonly number[] | undefined): Promise<string | undefined> {
  let seq = seqs?.[0];
  for (let step = 0; step < MAX_STEPS && seq !== undefined; step += 1) {
    const params = { path: { id: board }, query: { after: seq - 1, limit: 1 } };
    const { data } = await api.GET('/api/boards/{id}/changes', { params });
    const change = data?.items[0];
    if (change?.label) return change.label;
    seq = change?.reverts?.seqs[0];
  }
  return undefined;
}
