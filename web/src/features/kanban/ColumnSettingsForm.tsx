import { ColumnForm } from '@/ui/columns/ColumnForm';
import { useKanban } from './context';

interface ColumnSettingsFormProps {
  column: string;
  onClose: () => void;
}

/** What a column means for the work on its cards. */
export function ColumnSettingsForm({ column, onClose }: ColumnSettingsFormProps) {
  const { board } = useKanban();
  return <ColumnForm board={board} column={column} onClose={onClose} />;
}
