import { columnSettings } from '@/lib/columns';
import { type CardStatus, isAtWork } from '@/live/cards-wire';
import { columnsOf, type Shape } from './model';

export const PANEL_TABS = ['card', 'chat', 'plan', 'diff', 'review', 'sessions'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];
/** The tabs about the work of agents, which other parts of the app fill. */
export type WorkTab = Exclude<PanelTab, 'card'>;

export const TAB_NAMES: Readonly<Record<PanelTab, string>> = {
  card: 'Card',
  chat: 'Chat',
  plan: 'Plan',
  diff: 'Diff',
  review: 'Review',
  sessions: 'Sessions',
};

/** Where a tab begins: a session of the chat, or a line of the diff as `path:line`. */
export interface TabStart {
  readonly session?: string | null;
  readonly at?: string | null;
}

/** What a tab about the work needs to know. */
export interface WorkTabProps extends TabStart {
  readonly card: string;
  readonly title: string;
  readonly tab: WorkTab;
  readonly show: (tab: PanelTab, start?: TabStart) => void;
}

export function tabOf(text: string | null): PanelTab | null {
  return PANEL_TABS.find((tab) => tab === text) ?? null;
}

/** Returns the tab a card opens with: where something waits or goes on, else what was written. */
export function firstTab(status: CardStatus | undefined): PanelTab {
  if (status?.conflict && !isAtWork(status.phase)) return 'diff';
  switch (status?.phase) {
    case undefined:
    case 'resting':
    case 'lined_up':
      return 'card';
    case 'finished':
      if (status.mode === 'review') return 'review';
      return status.mode === 'code' && (status.diff?.files ?? 0) > 0 ? 'diff' : 'chat';
    case 'starting':
    case 'queued':
    case 'running':
    case 'waiting':
    case 'stopping':
    case 'failed':
    case 'parked':
    case 'stopped':
      return 'chat';
  }
}

/** Whether agents work on this board at all; a plain board shows plain cards. */
export function hasWork(board: Shape, status: CardStatus | undefined): boolean {
  return status !== undefined || columnsOf(board).some((id) => columnSettings(board.node(id)).mode !== null);
}
