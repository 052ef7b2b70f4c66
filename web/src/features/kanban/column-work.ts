import { CARD_MODE_NAMES } from '@/lib/card-words';
import { CARD_MODES, type CardMode } from '@/live/cards-wire';
import type { BoardNode } from '@/live/wire';
import { columnsOf, nameOf, quoted, type Shape } from './model';

/** What agents do with the cards of a column. */
export interface ColumnWork {
  readonly mode: CardMode | null;
  readonly autoStart: boolean;
  /** Cards an agent may work on at once; null for as many as the server allows. */
  readonly limit: number | null;
  /** Where an approved plan takes a card. */
  readonly approveTo: string | null;
  /** Where a card goes when the work has ended well. */
  readonly doneTo: string | null;
}

export function columnWork(node: BoardNode | undefined): ColumnWork {
  const { mode, auto_start, limit, approve_to, done_to } = node?.props ?? {};
  return {
    mode: CARD_MODES.find((known) => known === mode) ?? null,
    autoStart: auto_start === true,
    limit: typeof limit === 'number' ? limit : null,
    approveTo: typeof approve_to === 'string' ? approve_to : null,
    doneTo: typeof done_to === 'string' ? done_to : null,
  };
}

const WORK: Readonly<Record<CardMode, string>> = {
  plan: 'planning it',
  code: 'coding it',
  review: 'reviewing it',
  custom: 'on it, as the settings of the column say',
};

/** Says what happens when a card is dropped into a column with a mode. */
export function dropSentence(board: Shape, column: string): string {
  const { mode, autoStart, approveTo, doneTo, limit } = columnWork(board.node(column));
  if (mode === null) return '';
  const sentences = [
    autoStart
      ? `A card dropped here has an agent start ${WORK[mode]}.`
      : `An agent starts ${WORK[mode]} when you press Start on a card.`,
  ];
  const name = (id: string) => quoted(nameOf(board.node(id)));
  if (mode === 'plan' && approveTo && board.node(approveTo))
    sentences.push(`An approved plan moves it to ${name(approveTo)}.`);
  if (doneTo && board.node(doneTo)) sentences.push(`Once done it moves to ${name(doneTo)}.`);
  if (limit !== null) sentences.push(`At most ${limit} at once; the others line up.`);
  return `${CARD_MODE_NAMES[mode]}: ${sentences.join(' ')}`;
}

/** Returns the name of the column that a finished card is for next; null after the last. */
export function nextStep(board: Shape, column: string): string | null {
  const { doneTo } = columnWork(board.node(column));
  const columns = columnsOf(board);
  const next = doneTo && board.node(doneTo) ? doneTo : columns[columns.indexOf(column) + 1];
  return next === undefined || next === column ? null : nameOf(board.node(next));
}
