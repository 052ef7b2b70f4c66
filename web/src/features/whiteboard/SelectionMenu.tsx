import { type ComponentProps, useState } from 'react';
import { MenuList } from '@/ui/MenuList';
import { targets } from './actions';
import { useAuthorItems } from './author-items';
import { useWhiteboard } from './context';
import { menuItems } from './menu-items';

type SelectionMenuProps = Pick<ComponentProps<typeof MenuList>, 'label' | 'anchor' | 'onClose'>;

/** What can be done with what was selected when it was opened. */
export function SelectionMenu(props: SelectionMenuProps) {
  const whiteboard = useWhiteboard();
  const [ids] = useState(() => targets(whiteboard));
  const author = useAuthorItems(ids.length === 1 ? (ids[0] ?? null) : null);
  return <MenuList {...props} items={menuItems(whiteboard, ids, author)} />;
}
