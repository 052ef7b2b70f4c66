import type { Refusal } from './storage';

/**
 * `loading`: nothing to show yet; `cached`: the last known state; `live`: in step with the server; `gone`: deleted or
 * not ours to see; `failed`: the server cannot show it, and `reason` says why.
 */
export type BoardPhase = 'loading' | 'cached' | 'live' | 'gone' | 'failed';

export interface BoardStatus {
  readonly phase: BoardPhase;
  /** The last change of the log we have. */
  readonly seq: number;
  /** Our edits that the server has not acknowledged. */
  readonly unsent: number;
  readonly refusals: readonly Refusal[];
  readonly reason?: string;
}

export type Settled =
  | { readonly ok: true; readonly seq: number }
  | { readonly ok: false; readonly refusal: Refusal };

export interface Edit {
  readonly id: string;
  readonly settled: Promise<Settled>;
}

export interface UndoOutcome {
  readonly kind: 'undone' | 'redone' | 'nothing' | 'unavailable';
  readonly label?: string;
  /** How much of it somebody else has changed since, and was therefore left alone. */
  readonly leftOut: number;
  readonly message?: string;
}
