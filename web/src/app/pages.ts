import { lazily } from '@/lib/lazily';

export const SignedIn = lazily(() => import('./SignedIn'));
export const SetupPage = lazily(() => import('@/features/session/SetupPage'));
export const JoinPage = lazily(() => import('@/features/session/JoinPage'));
export const BoardPage = lazily(() => import('./BoardPage'));
export const KanbanBoard = lazily(() => import('@/features/kanban/KanbanBoard'));
export const WhiteboardView = lazily(() => import('@/features/whiteboard/WhiteboardView'));
export const PastWhiteboard = lazily(() => import('@/features/whiteboard/PastWhiteboard'));
export const HistoryPanel = lazily(() => import('@/features/history/HistoryPanel'));
export const SessionsPage = lazily(() => import('./SessionsPage'));
export const ChatPanel = lazily(() => import('@/features/chat/ChatPanel'));
export const BoardChat = lazily(() => import('@/features/chat/BoardChat'));
export const NewSessionDialog = lazily(() => import('@/features/chat/NewSessionDialog'));
export const PlanTab = lazily(() => import('@/features/cards/PlanTab'));
export const DiffTab = lazily(() => import('@/features/cards/DiffTab'));
export const ReviewTab = lazily(() => import('@/features/cards/ReviewTab'));
export const SessionsTab = lazily(() => import('@/features/cards/SessionsTab'));
export const InboxPage = lazily(() => import('@/features/inbox/InboxPage'));
export const ProjectSettings = lazily(() => import('./ProjectSettings'));
export const Settings = lazily(() => import('./Settings'));
export const Palette = lazily(() => import('@/features/palette/Palette'));
export const HelpDialog = lazily(() => import('@/features/help/HelpDialog'));
export const Tour = lazily(() => import('@/features/tour/Tour'));
export const NewProjectDialog = lazily(() => import('@/features/projects/NewProjectDialog'));

const IDLE_MS = 3_000;

/** Fetches at once what a page is about to need, so that its parts do not wait for each other. */
export function preloadFor(path: string): void {
  if (!path.startsWith('/p/')) return;
  const isSession = /^\/p\/[^/]+\/s(?:essions)?(?:\/|$)/.test(path);
  for (const part of isSession ? [SessionsPage, ChatPanel] : [BoardPage, KanbanBoard]) void part.preload();
}

/** Fetches the rest a little later: what opens by a key must open without a network too. */
export function preloadSoon(): () => void {
  const timer = window.setTimeout(() => {
    for (const part of [
      BoardPage,
      KanbanBoard,
      WhiteboardView,
      Palette,
      HelpDialog,
      NewProjectDialog,
      HistoryPanel,
      SessionsPage,
      ChatPanel,
      BoardChat,
      NewSessionDialog,
      DiffTab,
      ReviewTab,
      PlanTab,
      SessionsTab,
      InboxPage,
      Settings,
      ProjectSettings,
    ]) {
      void part.preload();
    }
  }, IDLE_MS);
  return () => window.clearTimeout(timer);
}
