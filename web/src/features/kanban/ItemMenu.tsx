import { useContext } from 'react';
import { MenuList } from '@/ui/MenuList';
import { OpenCardContext, useKanban, useUi } from './context';
import { cardMenu, columnMenu } from './menu-items';
import { CARD, nameOf, titleOf } from './model';

/** The menu of one card or column, wherever it was asked for. */
export function ItemMenu() {
  const kanban = useKanban();
  const openCard = useContext(OpenCardContext);
  const menu = useUi((state) => state.menu);
  const node = menu ? kanban.board.node(menu.id) : undefined;
  if (!menu || !node) return null;
  const isCard = node.kind === CARD;
  return (
    <MenuList
      key={menu.id}
      label={isCard ? titleOf(node) : nameOf(node)}
      items={isCard ? cardMenu(kanban, node.id, openCard) : columnMenu(kanban, node.id)}
      anchor={menu.anchor}
      onClose={() => kanban.ui.setState({ menu: null })}
    />
  );
}
