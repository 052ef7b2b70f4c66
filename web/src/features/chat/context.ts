import { createContext, useContext, useState } from 'react';
import type { BoardBeside } from '@/lib/board-beside';
import type { Project } from '@/lib/server-data';
import type { LiveSession } from '@/live/session';

/** What the parts of a chat share. */
export interface Chat {
  readonly session: LiveSession;
  readonly project: Project;
  readonly canEdit: boolean;
  /** It stands in a panel that says what it is about, and how it stands. */
  readonly isEmbedded: boolean;
  /** The board it stands beside, if that is shown. */
  readonly beside: BoardBeside | null;
  /** Which rows are opened: a row that is scrolled out of sight is unmounted, and must come back as it was. */
  readonly opened: Map<string, boolean>;
}

export const ChatContext = createContext<Chat | null>(null);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error('There is no chat above this component.');
  return chat;
}

/** Returns whether a key that is a letter is meant for the chat: a board beside it has letters of its own. */
export function useIsForChat(): (event: KeyboardEvent) => boolean {
  const { beside } = useChat();
  return ({ target }) => beside === null || (target instanceof Element && target.closest('dialog') !== null);
}

/** Whether a row is opened, remembered while the chat is shown. */
export function useOpened(key: string, atFirst: boolean): [boolean, () => void] {
  const { opened } = useChat();
  const [chosen, setChosen] = useState(opened.get(key));
  const isOpen = chosen ?? atFirst;
  const toggle = () => {
    opened.set(key, !isOpen);
    setChosen(!isOpen);
  };
  return [isOpen, toggle];
}
