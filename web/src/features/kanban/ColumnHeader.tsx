import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import { useChildren } from '@/lib/live-hooks';
import type { BoardNode } from '@/live/wire';
import { IconButton } from '@/ui/IconButton';
import { ColumnMode } from './ColumnMode';
import { useFilterWords, useKanban, useUi, useVisibleCards } from './context';
import { renameColumn } from './edits';
import { MAX_COLUMN_NAME, nameOf } from './model';
import { NameEditor } from './NameEditor';

interface ColumnHeaderProps {
  id: string;
  titleId: string;
  node: BoardNode | undefined;
}

export function ColumnHeader({ id, titleId, node }: ColumnHeaderProps) {
  const kanban = useKanban();
  const isTabStop = useUi(({ focus }) => focus === id);
  const isEditing = useUi(({ editing }) => editing === id);
  const name = nameOf(node);
  return (
    <header
      {...(isEditing ? {} : { 'data-grip': id })}
      className="flex h-10 shrink-0 items-center gap-2 pr-1.5 pl-3.5 select-none [-webkit-touch-callout:none]"
    >
      {isEditing ? (
        <div className="min-w-0 flex-1">
          <NameEditor
            label="Name of the column"
            value={name}
            limit={MAX_COLUMN_NAME}
            className="text-sm font-semibold"
            onSave={(next) => renameColumn(kanban.board, id, next)}
            onDone={() => {
              kanban.ui.setState({ editing: null });
              kanban.focus(id);
            }}
          />
          <h2 id={titleId} className="sr-only">
            {name}
          </h2>
        </div>
      ) : (
        <h2
          id={titleId}
          data-focus={id}
          tabIndex={isTabStop ? 0 : -1}
          onFocus={() => kanban.ui.setState({ focus: id })}
          onDoubleClick={() => kanban.canEdit && kanban.ui.setState({ editing: id })}
          className="min-w-0 truncate rounded-xs text-sm font-semibold"
        >
          {name}
        </h2>
      )}
      {isEditing ? null : <CardCount id={id} />}
      {isEditing ? null : <ColumnMode id={id} node={node} />}
      {kanban.canEdit && !isEditing ? <ColumnButtons id={id} name={name} /> : null}
    </header>
  );
}

function ColumnButtons({ id, name }: { id: string; name: string }) {
  const { ui } = useKanban();
  return (
    <span className="ml-auto flex shrink-0">
      <IconButton
        size="sm"
        label={`Add card to ${name}`}
        shortcut="n"
        icon={<Plus size={15} aria-hidden="true" />}
        onClick={() => ui.setState({ composing: id })}
      />
      <IconButton
        size="sm"
        label={`Menu of ${name}`}
        aria-haspopup="menu"
        icon={<Ellipsis size={15} aria-hidden="true" />}
        onClick={(event) => ui.setState({ menu: { id, anchor: event.currentTarget } })}
      />
    </span>
  );
}

function CardCount({ id }: { id: string }) {
  const { board } = useKanban();
  const all = useChildren(board, id);
  const shown = useVisibleCards(id);
  const isFiltering = useFilterWords().length > 0;
  const count = isFiltering ? `${shown.length} of ${all.length}` : all.length;
  return (
    <span className="shrink-0 text-sm text-mute">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">
        {isFiltering
          ? `${shown.length} of ${all.length} cards`
          : all.length === 1
            ? '1 card'
            : `${all.length} cards`}
      </span>
    </span>
  );
}
