import Bot from 'lucide-react/icons/bot';
import User from 'lucide-react/icons/user';
import { useContext } from 'react';
import { answer, api } from '@/lib/api';
import { useResource } from '@/lib/server-data';
import { agentLabel } from '@/lib/session-words';
import { ago, useNow } from '@/lib/time';
import type { MenuItem } from '@/ui/MenuList';
import { ChatDoorContext, PeopleContext, useWhiteboard } from './context';
import { useSession } from './session';

/** Returns who changed something last and when, and the way to the session if an agent did. */
export function useAuthorItems(id: string | null): readonly MenuItem[] {
  const { board } = useWhiteboard();
  const name = useContext(PeopleContext);
  const chat = useContext(ChatDoorContext);
  const now = useNow();
  const touched = id === null ? undefined : board.node(id)?.touched;
  const by = touched?.by;
  const at = useTimeOf(board.id, touched?.seq ?? 0);
  const session = useSession(by?.type === 'agent' ? by.session : null);
  if (!by) return [];
  const when = at ? `, ${ago(at, now)}` : '';
  const line = { id: 'line-author', separator: true } as const;
  if (by.type === 'agent') {
    return [
      line,
      {
        id: 'author',
        label: `Last changed by ${session ? agentLabel(session.agent) : 'an agent'}${when}`,
        detail: session ? `Open “${session.title}”` : 'Open the session',
        icon: <Bot size={15} />,
        onSelect: () => chat.open(by.session),
      },
    ];
  }
  return [
    line,
    {
      id: 'author',
      label: `Last changed by ${name(by).name}${when}`,
      icon: <User size={15} />,
      disabled: true,
      onSelect: () => {},
    },
  ];
}

/** When a change was made; nothing of one that is not in the log yet. */
function useTimeOf(board: string, seq: number): string | undefined {
  const { data } = useResource(`change.${board}.${seq}`, async () => {
    if (seq === 0) return null;
    const params = { path: { id: board }, query: { after: seq - 1, limit: 1 } };
    const { items } = await answer(api.GET('/api/boards/{id}/changes', { params }));
    return items[0]?.at ?? null;
  });
  return data ?? undefined;
}
