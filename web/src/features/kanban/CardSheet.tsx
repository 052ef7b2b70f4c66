import Trash2 from 'lucide-react/icons/trash-2';
import { useContext, useEffect } from 'react';
import { useChildren, useNode } from '@/lib/live-hooks';
import { ROOT } from '@/live/wire';
import { AvatarStack } from '@/ui/Avatar';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { Select } from '@/ui/Select';
import { Sheet } from '@/ui/Sheet';
import { moveTo, remove } from './actions';
import { PeopleContext, useKanban, useUi, useVisitors } from './context';
import { Description } from './Description';
import { renameCard } from './edits';
import { CARD, MAX_TITLE, nameOf, titleOf } from './model';
import { NameEditor } from './NameEditor';
import { RescuedText } from './RescuedText';

interface CardSheetProps {
  card: string;
  onClose: () => void;
}

/** A card in full, beside the board. */
export default function CardSheet({ card, onClose }: CardSheetProps) {
  const kanban = useKanban();
  const node = useNode(kanban.board, card);
  const isCard = node?.kind === CARD;
  const title = isCard ? titleOf(node) : 'Card';
  useEffect(() => {
    kanban.flip.element(card)?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'smooth' });
  }, [kanban, card]);
  const actions =
    isCard && kanban.canEdit ? (
      <IconButton
        label="Delete card"
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={() => {
          onClose();
          void remove(kanban, card);
        }}
      />
    ) : null;
  return (
    <Sheet title={title} onClose={onClose} size="lg" actions={actions} heading={<Whereabouts card={card} />}>
      {isCard ? (
        <div key={card} className="flex flex-col gap-5 px-5 py-4">
          <Title card={card} title={title} />
          <Facts card={card} column={node.parent} />
          <Description card={card} />
        </div>
      ) : (
        <EmptyState
          icon={<Trash2 size={18} />}
          title="This card is not on the board"
          detail="It was deleted, or the link is to another board. Undo brings back what you deleted yourself."
          action={<RescuedText card={card} />}
        />
      )}
    </Sheet>
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

/** Who else is here, and what they do. */
function Whereabouts({ card }: { card: string }) {
  const visitors = useVisitors(card);
  const writing = visitors.filter(({ editing }) => editing !== null).map(({ name }) => name);
  return (
    <div className="flex min-w-0 items-center gap-2 text-sm text-soft">
      <AvatarStack people={visitors} label="Looking at this card" />
      <span role="status" className="truncate">
        {writing.length > 0
          ? `${writing.join(' and ')} ${writing.length === 1 ? 'is' : 'are'} typing here`
          : ''}
      </span>
    </div>
  );
}

function Facts({ card, column }: { card: string; column: string }) {
  const kanban = useKanban();
  const columns = useChildren(kanban.board, ROOT);
  const node = useNode(kanban.board, card);
  const nameAuthor = useContext(PeopleContext);
  const author = node ? nameAuthor(node.touched.by) : null;
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
      {author ? <p className="pb-2 text-sm text-mute">Last changed by {author.name}</p> : null}
    </div>
  );
}
