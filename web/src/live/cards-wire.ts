/** What travels about the work on cards, as the server writes it. */

/** What an agent does with a card: the column's mode. */
export type CardMode = 'plan' | 'code' | 'review' | 'custom';

/**
 * `lined_up`: waits for its column's limit; `queued`: for a place on the server; `waiting`: for a person; `finished`:
 * the turn in this column ended well; `stopped`: by a person; `parked`: goes on by itself once a limit has ended.
 */
export type CardPhase =
  | 'resting'
  | 'lined_up'
  | 'starting'
  | 'queued'
  | 'running'
  | 'waiting'
  | 'stopping'
  | 'failed'
  | 'parked'
  | 'finished'
  | 'stopped';

export interface CardDoing {
  readonly kind: 'tool' | 'thinking' | 'writing';
  readonly text?: string | null;
}

export interface CardFailure {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string | null;
  readonly resets_at?: string | null;
}

export interface CardRequest {
  readonly request_id: string;
  readonly kind: 'question' | 'plan' | 'permission';
}

export interface DiffSize {
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

export interface ReviewCount {
  readonly reported: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly not_applicable: number;
}

/** How the work on a card stands. A card that never had any has none. */
export interface CardStatus {
  readonly card_id: string;
  readonly board_id: string;
  readonly column_id: string;
  readonly phase: CardPhase;
  /** Of the work under way, or of the last; `talk` when a person only wrote to the agent. */
  readonly mode?: CardMode | 'talk' | null;
  readonly place?: number | null;
  /** When this phase began. */
  readonly since?: string | null;
  readonly doing?: CardDoing | null;
  readonly waiting?: readonly CardRequest[] | null;
  readonly failure?: CardFailure | null;
  /** When a parked card goes on. */
  readonly until?: string | null;
  /** The session that is or was last at work. */
  readonly session_id?: string | null;
  readonly agent?: string | null;
  readonly scripted: boolean;
  /** Of all sessions of the card. */
  readonly cost_usd: number;
  readonly branch?: string | null;
  readonly diff?: DiffSize | null;
  readonly review?: ReviewCount | null;
  readonly merged?: boolean | null;
  /** How the conflicts stand that kept its branch from being merged. */
  readonly conflict?: 'open' | 'resolved' | null;
}

export interface CardsMessage {
  readonly type: 'cards';
  readonly board: string;
  readonly cards: readonly CardStatus[];
  /** These are all there are. */
  readonly whole?: boolean;
  /** Cards that have no status any more. */
  readonly gone?: readonly string[];
}

const AT_WORK: ReadonlySet<CardPhase> = new Set(['starting', 'queued', 'running', 'waiting', 'stopping']);

/** Whether a card takes one of its column's places. */
export function isAtWork(phase: CardPhase): boolean {
  return AT_WORK.has(phase);
}
