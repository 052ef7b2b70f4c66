import { useContext, useEffect } from 'react';
import { Link } from 'wouter';
import { useLastChange } from '@/lib/last-change';
import { useChildren, useNode } from '@/lib/live-hooks';
import { paths } from '@/lib/router';
import { ROOT } from '@/live/wire';
import { Select } from '@/ui/Select';
import { moveTo } from './actions';
import { PeopleContext, useKanban, useUi } from './context';
import { Description } from './Description';
import { renameCard } from './edits';
import { MAX_TITLE, nameOf, titleOf } from './model';
import { NameEditor } from './NameEditor';

/** A card as it was written: its title, where it is, and its description. */
export function CardTab({ card }: { card: string }) {
  const kanban = useKanban();
  const node = useNode(kanban.board, card);
  if (!node) return null;
  return (
    <div className="flex flex-col gap-5 px-5 py-4">
      <Title card={card} title={titleOf(node)} />
      <Facts card={card} column={node.parent} />
      <Description card={card} />
    </div>
  );
}

function Title({ card, title }: { card: string; title: string }) {
  const kanban = useKanban();
  const { ui } = kanban;
  const isEditing = useUi(({ writing }) => writing?.card === card && writing.what === 'title');
  useEffect(() => () => ui.setState({ writing: null }), [ui]);
  if (isEditing) {
    return (
      <NameEditor
        label="Title of the card"
        value={title}
        limit={MAX_TITLE}
        className="text-xl font-semibold"
        onSave={(name) => renameCard(kanban.board, card, name)}
        onDone={() => ui.setState({ writing: null })}
      />
    );
  }
  if (!kanban.canEdit) {
    return (
      <p data-autofocus="" tabIndex={-1} className="text-xl font-semibold wrap-anywhere">
        {title}
      </p>
    );
  }
  return (
    <button
      type="button"
      data-autofocus=""
      title="Edit the title"
      onClick={() => ui.setState({ writing: { card, what: 'title' } })}
      className="-mx-1 cursor-text rounded-xs px-1 text-left text-xl font-semibold wrap-anywhere hover:bg-hover"
    >
      {title}
    </button>
  );
}

function Facts({ card, column }: { card: string; column: string }) {
  const kanban = useKanban();
  const columns = useChildren(kanban.board, ROOT);
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      {kanban.canEdit ? (
        <Select
          label="Column"
          className="w-48"
          value={column}
          onChange={(event) => moveTo(kanban, card, event.target.value, 'stay')}
        >
          {columns.map((id) => (
            <option key={id} value={id}>
              {nameOf(kanban.board.node(id))}
            </option>
          ))}
        </Select>
      ) : (
        <p className="pb-2 text-sm text-soft">In {nameOf(kanban.board.node(column))}</p>
      )}
      <LastChange card={card} />
    </div>
  );
}

/** Says who changed the card last, and leads to the session if an agent did. */
function LastChange({ card }: { card: string }) {
  const { board } = useKanban();
  const name = useContext(PeopleContext);
  const change = useLastChange(board.id, useNode(board, card)?.touched, (author) => name(author).name);
  if (!change) return null;
  return (
    <p className="pb-2 text-sm text-mute">
      {change.text}
      {change.session ? (
        <>
          {' in '}
          <Link href={paths.session(change.session.project_id, change.session.id)} className="underline">
            {change.session.title}
          </Link>
        </>
      ) : null}
    </p>
  );
}
