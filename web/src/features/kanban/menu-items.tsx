import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import PanelRightOpen from 'lucide-react/icons/panel-right-open';
import Pencil from 'lucide-react/icons/pencil';
import Play from 'lucide-react/icons/play';
import Plus from 'lucide-react/icons/plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Square from 'lucide-react/icons/square';
import Trash2 from 'lucide-react/icons/trash-2';
import { canStop } from '@/lib/card-words';
import type { MenuItem } from '@/ui/MenuList';
import { moveTo, remove, step } from './actions';
import { columnStep } from './edits';
import type { Kanban } from './kanban';
import { columnsOf, nameOf } from './model';
import { start, startLabelOf, stop } from './work-actions';

const SIZE = { size: 14, 'aria-hidden': true } as const;

export function cardMenu(kanban: Kanban, id: string, open: (card: string) => void): readonly MenuItem[] {
  const { board } = kanban;
  const parent = board.node(id)?.parent;
  const first: MenuItem = {
    id: 'open',
    label: 'Open',
    icon: <PanelRightOpen {...SIZE} />,
    shortcut: 'enter',
    onSelect: () => open(id),
  };
  if (!kanban.canEdit) return [first];
  return [
    first,
    ...workItems(kanban, id),
    {
      id: 'rename',
      label: 'Rename',
      icon: <Pencil {...SIZE} />,
      shortcut: 'f2',
      onSelect: () => rename(kanban, id),
    },
    { id: 'places', heading: 'Move to' },
    ...columnsOf(board).map((column) => ({
      id: column,
      label: nameOf(board.node(column)),
      checked: column === parent,
      onSelect: () => moveTo(kanban, id, column),
    })),
    { id: 'line', separator: true },
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 {...SIZE} />,
      shortcut: 'delete',
      tone: 'danger',
      onSelect: () => void remove(kanban, id),
    },
  ];
}

/** What can be done with the agent of a card. */
function workItems(kanban: Kanban, id: string): readonly MenuItem[] {
  const label = startLabelOf(kanban, id);
  if (label !== null) {
    const icon = <Play {...SIZE} />;
    return [{ id: 'start', label, icon, shortcut: 's', onSelect: () => void start(kanban, id) }];
  }
  if (!canStop(kanban.board.cards.status(id))) return [];
  return [
    {
      id: 'stop',
      label: 'Stop the agent',
      icon: <Square {...SIZE} />,
      onSelect: () => void stop(kanban, id),
    },
  ];
}

export function columnMenu(kanban: Kanban, id: string): readonly MenuItem[] {
  if (!kanban.canEdit) return [];
  const { board, ui } = kanban;
  return [
    {
      id: 'add',
      label: 'Add card',
      icon: <Plus {...SIZE} />,
      shortcut: 'n',
      onSelect: () => ui.setState({ composing: id }),
    },
    {
      id: 'rename',
      label: 'Rename',
      icon: <Pencil {...SIZE} />,
      shortcut: 'f2',
      onSelect: () => rename(kanban, id),
    },
    {
      id: 'settings',
      label: 'Settings',
      icon: <SlidersHorizontal {...SIZE} />,
      onSelect: () => ui.setState({ settings: id }),
    },
    { id: 'line', separator: true },
    {
      id: 'left',
      label: 'Move left',
      icon: <ArrowLeft {...SIZE} />,
      disabled: columnStep(board, id, -1) === null,
      onSelect: () => step(kanban, id, 'left'),
    },
    {
      id: 'right',
      label: 'Move right',
      icon: <ArrowRight {...SIZE} />,
      disabled: columnStep(board, id, 1) === null,
      onSelect: () => step(kanban, id, 'right'),
    },
    { id: 'line2', separator: true },
    {
      id: 'delete',
      label: 'Delete column',
      icon: <Trash2 {...SIZE} />,
      tone: 'danger',
      onSelect: () => void remove(kanban, id),
    },
  ];
}

function rename({ ui }: Kanban, id: string): void {
  // The menu gives the focus back when it closes, which must not end the editing again.
  requestAnimationFrame(() => ui.setState({ editing: id }));
}
