import Plus from 'lucide-react/icons/plus';
import { useKanban, useUi } from './context';
import { addColumn } from './edits';
import { MAX_COLUMN_NAME } from './model';
import { NameEditor } from './NameEditor';

/** The end of the board: a button that becomes the name of a new column. */
export function AddColumn() {
  const kanban = useKanban();
  const isOpen = useUi(({ isAddingColumn }) => isAddingColumn);
  const close = () => kanban.ui.setState({ isAddingColumn: false });
  return (
    <div className="w-60 shrink-0 snap-center pr-4 max-md:w-[calc(100vw-2.5rem)]">
      {isOpen ? (
        <div className="rounded-lg border border-line-strong bg-raised px-3 py-2.5 focus-within:border-accent">
          <NameEditor
            label="Name of the new column"
            value=""
            limit={MAX_COLUMN_NAME}
            className="text-sm font-semibold"
            onSave={(name) => kanban.focus(addColumn(kanban.board, name))}
            onDone={close}
          />
        </div>
      ) : (
        <button
          type="button"
          onClick={() => kanban.ui.setState({ isAddingColumn: true })}
          className="flex h-10 w-full items-center gap-1.5 rounded-lg px-3 text-sm text-mute transition-colors duration-120 hover:bg-hover hover:text-ink"
        >
          <Plus size={15} aria-hidden="true" />
          Add column
        </button>
      )}
    </div>
  );
}
