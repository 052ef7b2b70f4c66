import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useEffect, useState } from 'react';
import { useCardStatus, useCardsKnown } from '@/lib/card-hooks';
import { statusIn } from '@/lib/card-words';
import { useNode } from '@/lib/live-hooks';
import { AvatarStack } from '@/ui/Avatar';
import { EmptyState } from '@/ui/EmptyState';
import { IconButton } from '@/ui/IconButton';
import { Sheet } from '@/ui/Sheet';
import { remove } from './actions';
import { CardTab } from './CardTab';
import { type OpenCard, useKanban, useVisitors } from './context';
import { CARD, titleOf } from './model';
import { PanelTabs, panelId } from './PanelTabs';
import { firstTab, hasWork, type PanelTab, type WorkTabProps } from './panel-tabs';
import { RescuedText } from './RescuedText';
import { WorkBar } from './WorkBar';

export interface CardPanelProps {
  opened: OpenCard & { readonly card: string };
  /** Shows a tab about the work of agents. */
  workTab: (props: WorkTabProps) => ReactNode;
}

/** A card in full, beside the board: what was written, and what agents do with it. */
export default function CardPanel({ opened, workTab }: CardPanelProps) {
  const { card, close } = opened;
  const kanban = useKanban();
  const node = useNode(kanban.board, card);
  const isCard = node?.kind === CARD;
  const title = isCard ? titleOf(node) : 'Card';
  const status = statusIn(useCardStatus(kanban.board, card), node?.parent ?? '');
  const tab = useTab(opened);
  const isWork = isCard && hasWork(kanban.board, status);
  useEffect(() => kanban.reveal(card), [kanban, card]);
  const actions =
    isCard && kanban.canEdit ? (
      <IconButton
        label="Delete card"
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={() => {
          close();
          void remove(kanban, card);
        }}
      />
    ) : null;
  return (
    <Sheet
      title={title}
      onClose={close}
      size="lg"
      resizable="card"
      fill
      subject={card}
      actions={actions}
      {...((tab === 'card' || !isCard) && { heading: <Whereabouts card={card} /> })}
    >
      {isCard ? (
        <>
          {isWork ? (
            <WorkBar card={card} column={node.parent} status={status} tab={tab} show={opened.show} />
          ) : null}
          {isWork ? <PanelTabs current={tab} status={status} onChoose={opened.show} /> : null}
          <div
            key={`${card} ${tab}`}
            {...(isWork && { role: 'tabpanel', id: panelId(tab), 'aria-labelledby': `${panelId(tab)}-tab` })}
            className={tab === 'card' ? SCROLLS : 'flex min-h-0 flex-1 flex-col'}
          >
            {tab === 'card' ? (
              <CardTab card={card} />
            ) : (
              workTab({
                card,
                title,
                tab,
                session: opened.session,
                at: opened.at,
                show: opened.show,
              })
            )}
          </div>
        </>
      ) : (
        <div className={SCROLLS}>
          <EmptyState
            icon={<Trash2 size={18} />}
            title="This card is not on the board"
            detail="It was deleted, or the link is to another board. Undo brings back what you deleted yourself."
            action={<RescuedText card={card} />}
          />
        </div>
      )}
    </Sheet>
  );
}

const SCROLLS = 'min-h-0 flex-1 overflow-y-auto overscroll-contain';

/** The tab the address names; else the one that fits the card as it was when it was opened, so that nothing jumps. */
function useTab({ card, tab }: CardPanelProps['opened']): PanelTab {
  const { board } = useKanban();
  const isKnown = useCardsKnown(board);
  const [first, setFirst] = useState<{ card: string; tab: PanelTab } | null>(null);
  if (tab !== null) return tab;
  if (first?.card === card) return first.tab;
  const fitting = firstTab(statusIn(board.cards.status(card), board.node(card)?.parent ?? ''));
  if (isKnown) setFirst({ card, tab: fitting });
  return fitting;
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
