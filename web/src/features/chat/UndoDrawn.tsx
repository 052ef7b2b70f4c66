import Undo2 from 'lucide-react/icons/undo-2';
import { drawnBy } from '@/lib/drawn';
import { undoTurn } from '@/lib/undo-change';
import type { TurnRow } from '@/live/rows';
import type { Transcript } from '@/live/transcript';
import { useChat } from './context';

/** Takes back what the agent drew in a turn on the board beside the chat. */
export function UndoDrawn({ row: { key, done } }: { row: TurnRow }) {
  const { session, canEdit, beside } = useChat();
  if (!beside || !canEdit || !hasDrawn(session.transcript, key)) return null;
  return (
    <button
      type="button"
      className="flex h-6 shrink-0 items-center gap-1 rounded-xs px-1.5 hover:bg-hover hover:text-ink coarse:h-9"
      onClick={() => void undoTurn(beside.id, session.id, done.turn)}
    >
      <Undo2 size={12} aria-hidden="true" />
      Undo on the board
    </button>
  );
}

/** Returns whether something was drawn in the turn that ends with a row. The cost is that of the turn's rows. */
export function hasDrawn(transcript: Pick<Transcript, 'indexOf' | 'keyAt' | 'row'>, end: string): boolean {
  for (let at = transcript.indexOf(end) - 1; at >= 0; at -= 1) {
    const row = transcript.row(transcript.keyAt(at));
    if (row?.type === 'turn') return false;
    const isDone = row?.type === 'tool' && row.call && row.result && !row.result.is_error;
    if (isDone && drawnBy(row.call.name, row.result.content).length > 0) return true;
  }
  return false;
}
