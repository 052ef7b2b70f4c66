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
    const label = done.change.label ?? undefined;
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
