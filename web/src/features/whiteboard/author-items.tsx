import Bot from 'lucide-react/icons/bot';
import User from 'lucide-react/icons/user';
import { useContext } from 'react';
import { useLastChange } from '@/lib/last-change';
import type { MenuItem } from '@/ui/MenuList';
import { ChatDoorContext, PeopleContext, useWhiteboard } from './context';

/** Returns who changed something last and when, and the way to the session if an agent did. */
export function useAuthorItems(id: string | null): readonly MenuItem[] {
  const { board } = useWhiteboard();
  const name = useContext(PeopleContext);
  const chat = useContext(ChatDoorContext);
  const touched = id === null ? undefined : board.node(id)?.touched;
  const change = useLastChange(board.id, touched, (author) => name(author).name);
  if (!change) return [];
  const { by, session, text } = change;
  const line = { id: 'line-author', separator: true } as const;
  if (by.type === 'agent') {
    return [
      line,
      {
        id: 'author',
        label: text,
        detail: session ? `Open “${session.title}”` : 'Open the session',
        icon: <Bot size={15} />,
        onSelect: () => chat.open(by.session),
      },
    ];
  }
  return [line, { id: 'author', label: text, icon: <User size={15} />, disabled: true, onSelect: () => {} }];
}
