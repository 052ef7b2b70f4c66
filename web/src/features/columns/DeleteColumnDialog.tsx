import { useState } from 'react';
import { canMoveAll, columnSettings, deleteColumn } from '@/lib/columns';
import { useChildren } from '@/lib/live-hooks';
import { undoOf } from '@/lib/undo-change';
import type { LiveBoard } from '@/live/board';
import { ROOT } from '@/live/wire';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Select } from '@/ui/Select';
import { toast } from '@/ui/toast';

interface DeleteColumnDialogProps {
  board: LiveBoard;
  column: string;
  onClose: () => void;
}

const WITH_IT = '';

/** Asks what becomes of the cards, then deletes the column. */
export function DeleteColumnDialog({ board, column, onClose }: DeleteColumnDialogProps) {
  const columns = useChildren(board, ROOT);
  const count = useChildren(board, column).length;
  const others = columns.filter((id) => id !== column);
  const mayMove = count > 0 && others.length > 0 && canMoveAll(board, column);
  const [to, setTo] = useState(mayMove ? (others[0] ?? WITH_IT) : WITH_IT);
  const name = columnSettings(board.node(column)).name || 'Unnamed';
  const cards = count === 1 ? 'one card' : `${count} cards`;
  const isMoving = to !== WITH_IT && others.includes(to);
  const remove = () => {
    const edit = deleteColumn(board, column, isMoving ? to : null);
    const run = undoOf(board, edit, `deleted the column “${name}”`);
    toast({ title: `Deleted the column “${name}”`, action: { label: 'Undo', run } });
    onClose();
  };
  return (
    <Dialog
      title={`Delete the column “${name}”?`}
      description={
        count === 0 ? 'It has no cards. You can undo this.' : `It has ${cards}. You can undo this.`
      }
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={remove}>
            {count > 0 && !isMoving ? `Delete column and ${cards}` : 'Delete column'}
          </Button>
        </>
      }
    >
      {mayMove ? (
        <Select
          label={count === 1 ? 'Move its card to' : 'Move its cards to'}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        >
          {others.map((id) => (
            <option key={id} value={id}>
              {columnSettings(board.node(id)).name || 'Unnamed'}
            </option>
          ))}
          <option value={WITH_IT}>Nowhere: delete {count === 1 ? 'it' : 'them'} too</option>
        </Select>
      ) : null}
    </Dialog>
  );
}
