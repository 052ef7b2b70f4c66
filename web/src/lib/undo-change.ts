import type { LiveBoard } from '@/live/board';
import type { Edit, Settled } from '@/live/board-status';
import { toast } from '@/ui/toast';
import { answer, api } from './api';
import { toProblem } from './problem';

/** Takes one change of one's own back, and says what was left out of that. */
export async function undoChange(board: string, seq: number, text: string): Promise<void> {
  try {
    const { left_out } = await answer(
      api.POST('/api/boards/{id}/undo', { params: { path: { id: board } }, body: { seq } }),
    );
    const count = left_out.length;
    const detail =
      count === 0
        ? undefined
        : `${count === 1 ? 'One part was left as it is' : `${count} parts were left as they are`}: ${left_out[0]?.reason}.`;
    toast({ title: `Undone: ${text}`, detail, tone: 'done' });
  } catch (error) {
    const { code, message } = toProblem(error);
    const title = code === 'nothing_to_revert' ? 'Nothing of this change is left to undo.' : message;
    toast({ title, tone: code === 'nothing_to_revert' ? 'info' : 'error' });
  }
}

/** Returns the way to take one edit back, whatever else was done since. */
export function undoOf(board: Pick<LiveBoard, 'id' | 'undo'>, edit: Edit, text: string): () => void {
  let settled: Settled | null = null;
  void edit.settled.then((answered) => {
    settled = answered;
  });
  return () => {
    if (settled?.ok) void undoChange(board.id, settled.seq, text);
    // What the server does not have yet is the last thing we did.
    else if (settled === null) void board.undo();
  };
}
