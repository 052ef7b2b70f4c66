import type { ReactNode } from 'react';

/** A board with a chat beside it, as the chat knows it. */
export interface BoardBeside {
  readonly id: string;
  /** Says what the agent is told of the board with the next message. */
  readonly about: ReactNode;
  /** Shows some of what lies on the board. */
  readonly show: (ids: readonly string[]) => void;
  /** Shows another session in the chat. */
  readonly open: (session: string) => void;
  /** Gives the keyboard back to the board. */
  readonly leave: () => void;
}
