import { useMemo } from 'react';
import { useCardDetails } from '@/lib/card-data';
import { useCardStatus } from '@/lib/card-hooks';
import type { CardDetails, CardRef } from '@/lib/cards-api';
import type { Followed, Project } from '@/lib/server-data';
import type { LiveBoard } from '@/live/board';
import type { CardStatus } from '@/live/cards-wire';

/** Goes to another tab of the card, and to a place in it. */
export type ShowTab = (
  tab: 'card' | 'chat' | 'plan' | 'diff' | 'review' | 'sessions',
  start?: { readonly session?: string; readonly at?: string },
) => void;

/** What a tab about the work on a card is given. */
export interface WorkTabProps {
  project: Project;
  board: LiveBoard;
  card: string;
  title: string;
  /** A line of the diff that is pointed at, as `path:line`. */
  at?: string | null;
  show: ShowTab;
}

export interface Work {
  readonly ref: CardRef;
  readonly status: CardStatus | undefined;
  readonly details: Followed<CardDetails>;
  readonly canEdit: boolean;
}

/** How a card stands, and all that is known of the work on it. */
export function useWork({ project, board, card }: Pick<WorkTabProps, 'project' | 'board' | 'card'>): Work {
  const ref = useMemo(() => ({ board: board.id, card }), [board, card]);
  const status = useCardStatus(board, card);
  return { ref, status, details: useCardDetails(ref, status), canEdit: project.role !== 'viewer' };
}
