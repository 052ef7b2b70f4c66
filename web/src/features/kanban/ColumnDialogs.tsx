import { useNode } from '@/lib/live-hooks';
import type { TextSession } from '@/lib/texts/text-session';
import { useTextSession, useTextState } from '@/lib/texts/use-text';
import { Dialog } from '@/ui/Dialog';
import { ColumnSettingsForm } from './ColumnSettingsForm';
import { ConflictView } from './ConflictView';
import { useKanban } from './context';
import { nameOf } from './model';

/** The settings of a column; first, if there are two versions of its prompt, the choice between them. */
export default function ColumnDialogs({ column }: { column: string }) {
  const { board, ui, texts } = useKanban();
  const node = useNode(board, column);
  const session = useTextSession(texts, column, 'prompt');
  const close = () => ui.setState({ settings: null });
  if (!session || !node) return null;
  return (
    <Dialog title={`Settings of ${nameOf(node)}`} onClose={close}>
      <Content session={session} column={column} onClose={close} />
    </Dialog>
  );
}

function Content({
  session,
  column,
  onClose,
}: {
  session: TextSession;
  column: string;
  onClose: () => void;
}) {
  const { conflict } = useTextState(session);
  return conflict ? (
    <ConflictView session={session} />
  ) : (
    <ColumnSettingsForm column={column} onClose={onClose} />
  );
}
