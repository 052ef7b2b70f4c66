import type { LiveBoard } from '@/live/board';
import type { Edit, Settled, UndoOutcome } from '@/live/board-status';
import { type ToastAction, toast } from '@/ui/toast';
import { answer, api } from './api';
import { toProblem } from './problem';

/** Takes back what we did last on a board, and says what became of that. */
export async function undo(board: Pick<LiveBoard, 'undo'>): Promise<void> {
  sayOutcome(await board.undo());
}

export async function redo(board: Pick<LiveBoard, 'redo'>): Promise<void> {
  sayOutcome(await board.redo());
}

function sayOutcome({ kind, label, leftOut, message }: UndoOutcome): void {
  if (kind === 'nothing') toast({ title: 'There is nothing of yours left to take back or bring back.' });
  else if (kind === 'unavailable') toast({ title: message ?? 'That is not possible now.', tone: 'error' });
  else {
    const what = label ? `: ${label}` : '';
    const left =
      leftOut > 0
        ? `${leftOut === 1 ? 'One part was' : `${leftOut} parts were`} left as they are, because somebody else has changed them since.`
        : undefined;
    toast({ title: `${kind === 'undone' ? 'Undone' : 'Redone'}${what}`, detail: left });
  }
}

/** Takes one change back, one's own or an agent's, and says what was left out of that. */
export function undoChange(board: string, seq: number, text: string): Promise<void> {
  return takeBack(board, { seq }, text);
}

/** Takes back all that an agent did on a board in a turn, and offers to bring it back. */
export function undoTurn(board: string, session: string, turn: number): Promise<void> {
  const target = { session_id: session, turn };
  return takeBack(board, target, OF_TURN, {
    label: 'Redo',
    run: () => void bringBack(board, target, OF_TURN),
  });
}

const OF_TURN = 'what the agent did here in this turn';

type Target = { seq: number } | { session_id: string; turn: number };

async function takeBack(board: string, body: Target, text: string, action?: ToastAction): Promise<void> {
  try {
    const path = { id: board };
    const { left_out } = await answer(api.POST('/api/boards/{id}/undo', { params: { path }, body }));
    toast({ title: `Undone: ${text}`, detail: leftText(left_out), tone: 'done', action });
  } catch (error) {
    // It may be gone because it was undone before, so it can be brought back here too.
    sayWhyNot(error, 'Nothing of it is left to undo.', action);
  }
}

async function bringBack(board: string, body: Target, text: string): Promise<void> {
  try {
    const path = { id: board };
    const { left_out } = await answer(api.POST('/api/boards/{id}/redo', { params: { path }, body }));
    toast({ title: `Redone: ${text}`, detail: leftText(left_out), tone: 'done' });
  } catch (error) {
    sayWhyNot(error, 'Nothing of it can be brought back.');
  }
}

function leftText(left: readonly { readonly reason: string }[]): string | undefined {
  if (left.length === 0) return undefined;
  const count =
    left.length === 1 ? 'One part was left as it is' : `${left.length} parts were left as they are`;
  return `${count}: ${left[0]?.reason}.`;
}

function sayWhyNot(error: unknown, nothing: string, action?: ToastAction): void {
  const { code, message } = toProblem(error);
  if (code === 'nothing_to_revert') toast({ title: nothing, action });
  else toast({ title: message, tone: 'error' });
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
