import { columnSettings } from '@/lib/columns';
import type { LiveBoard } from '@/live/board';
import { ROOT } from '@/live/wire';

export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** Finds what it is about, as a selector of something that may be on the page. */
  readonly anchor: (board: Board) => string | null;
  /** Counts how far what it asks for has been done; when that grows, the next step comes. Null while nothing is known. */
  readonly done?: (board: Board) => number | null;
}

type Board = Pick<LiveBoard, 'children' | 'node' | 'cards'>;
type Mode = 'plan' | 'code' | 'review';

export const STEPS: readonly TourStep[] = [
  {
    title: 'Drop a card into Planning',
    text: 'Drag one of the cards here, or choose “Move to” in its menu. An agent starts at once: it reads the project and changes nothing yet.',
    anchor: (board) => column(board, 'plan'),
    done: (board) => cardsIn(board, 'plan'),
  },
  {
    title: 'Answer with a chip',
    text: 'If the agent has a question, the card says that it needs you, and this number goes up. Open either, choose a chip, and the agent goes on.',
    anchor: () => 'a[href="/inbox"]',
    // An agent that has nothing to ask comes with its plan at once.
    done: (board) => waiting(board, 'plan') - waiting(board, 'question'),
  },
  {
    title: 'Approve the plan',
    text: 'Read the plan, change it if you like, and press Approve. The card moves on by itself, and the same agent carries it out.',
    anchor: (board) => column(board, 'plan'),
    done: (board) => cardsIn(board, 'code'),
  },
  {
    title: 'Look at the diff',
    text: 'When the code is written, open the card and its Diff tab. A comment on a line goes back to the agent.',
    anchor: (board) => column(board, 'code'),
  },
  {
    title: 'Review, merge, done',
    text: 'Drop the card into Review to have it held against the rules of the project. Merge it in its Diff tab, and put it into the last column. What you do on the board can be undone; a merge is undone in git.',
    anchor: (board) => column(board, 'review') ?? named(board.children(ROOT).at(-1)),
  },
];

/** The first column in which agents work so, wherever it stands and whatever it is called. */
function column(board: Board, mode: Mode): string | null {
  return named(columnsOf(board, mode)[0]);
}

function columnsOf(board: Board, mode: Mode): readonly string[] {
  return board.children(ROOT).filter((id) => columnSettings(board.node(id)).mode === mode);
}

function cardsIn(board: Board, mode: Mode): number | null {
  const columns = columnsOf(board, mode);
  return columns.length === 0 ? null : columns.flatMap((id) => board.children(id)).length;
}

/** How many cards wait for such an answer. */
function waiting(board: Board, kind: 'plan' | 'question'): number {
  const cards = board.children(ROOT).flatMap((id) => board.children(id));
  return cards.filter((id) => board.cards.status(id)?.waiting?.some((asked) => asked.kind === kind)).length;
}

function named(id: string | undefined): string | null {
  return id === undefined ? null : `[data-column="${CSS.escape(id)}"]`;
}
