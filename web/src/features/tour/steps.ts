import { columnSettings } from '@/lib/columns';
import type { LiveBoard } from '@/live/board';
import { ROOT } from '@/live/wire';

export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** Finds what it is about, as a selector of something that may be on the page. */
  readonly anchor: (board: Pick<LiveBoard, 'children' | 'node'>) => string | null;
}

export const STEPS: readonly TourStep[] = [
  {
    title: 'Drop a card into Planning',
    text: 'Drag one of the cards here, or choose “Move to” in its menu. An agent starts at once: it reads the project and changes nothing yet.',
    anchor: (board) => column(board, 'plan'),
  },
  {
    title: 'Answer with a chip',
    text: 'If the agent has a question, the card says that it needs you, and this number goes up. Open either, choose a chip, and the agent goes on.',
    anchor: () => 'a[href="/inbox"]',
  },
  {
    title: 'Approve the plan',
    text: 'Read the plan, change it if you like, and press Approve. The card moves on by itself, and the same agent carries it out.',
    anchor: (board) => column(board, 'plan'),
  },
  {
    title: 'Look at the diff',
    text: 'When the code is written, open the card and its Diff tab. A comment on a line goes back to the agent.',
    anchor: (board) => column(board, 'code'),
  },
  {
    title: 'Review, merge, done',
    text: 'Drop the card into Review to have it held against the rules of the project. Merge it, and put it into the last column. Everything can be undone.',
    anchor: (board) => named(board.children(ROOT).at(-1)),
  },
];

/** The first column in which agents work so, wherever it stands and whatever it is called. */
function column(board: Pick<LiveBoard, 'children' | 'node'>, mode: 'plan' | 'code'): string | null {
  return named(board.children(ROOT).find((id) => columnSettings(board.node(id)).mode === mode));
}

function named(id: string | undefined): string | null {
  return id === undefined ? null : `[data-column="${CSS.escape(id)}"]`;
}
