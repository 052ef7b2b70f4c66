import type { CardDetails, CardDiff, CardFileDiff, Worktree } from '@/lib/cards-api';
import type { Project } from '@/lib/server-data';
import { LiveBoard } from '@/live/board';
import type { CardStatus } from '@/live/cards-wire';
import { systemClock } from '@/live/clock';
import { MemoryStorage } from '@/live/memory-storage';

/** A project as far as the tabs of a card need it. */
export const PROJECT: Project = {
  id: 'p1',
  name: 'Project',
  role: 'owner',
  folder_path: '/p',
  is_git_repo: true,
  trusted: true,
  kanban_board_id: 'b1',
  created_at: '',
} as Project;

export const TREE: Worktree = {
  branch: 'tandem/fix-login-3f2a',
  base_branch: 'main',
  base_commit: '0123456789abcdef',
  folder: '/w',
  exists: true,
  ahead: 2,
  behind: 1,
  dirty_files: 0,
  conflicts: [],
  merged: false,
};

export const DETAILS: CardDetails = { sessions: [], worktree: TREE };

export const DIFF: CardDiff = {
  base_branch: 'main',
  base_commit: '01234567',
  branch: TREE.branch,
  files: [
    { path: 'src/a.ts', status: 'modified', additions: 1, deletions: 1 },
    { path: 'logo.png', status: 'binary', additions: 0, deletions: 0 },
  ],
  additions: 1,
  deletions: 1,
  truncated: false,
};

export const FILE: CardFileDiff = {
  path: 'src/a.ts',
  binary: false,
  truncated: false,
  hunks: [
    {
      old_start: 1,
      new_start: 1,
      lines: [
        { kind: 'context', old: 1, new: 1, text: 'const a = 1;' },
        { kind: 'delete', old: 2, text: 'const b = 2;' },
        { kind: 'add', new: 2, text: '<img src=x onerror=alert(1)>' },
      ],
    },
  ],
};

export function status(more: Partial<CardStatus> = {}): CardStatus {
  return {
    card_id: 'c1',
    board_id: 'b1',
    column_id: 'Review',
    phase: 'finished',
    mode: 'review',
    session_id: 's1',
    scripted: false,
    cost_usd: 0,
    ...more,
  };
}

/** A board of which only the work on its cards is known. */
export function boardWith(...cards: readonly CardStatus[]): LiveBoard {
  const board = new LiveBoard('b1', {
    author: { type: 'user', id: 'ada' },
    storage: new MemoryStorage(),
    clock: systemClock,
    random: () => 0.5,
    send: () => {},
    revert: async () => ({ kind: 'nothing', leftOut: 0 }),
  });
  board.hear({ type: 'cards', board: 'b1', cards, whole: true });
  return board;
}
