import type { BoardNode, ChangeRequest, TextConflict } from './wire';

/** A board as the server had it. */
export interface Snapshot {
  readonly kind: string;
  readonly seq: number;
  readonly nodes: BoardNode[];
}

/** A change of ours that was refused for good; kept until somebody has seen it. */
export interface Refusal {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
  readonly code: string;
  readonly conflict?: TextConflict;
  readonly change: ChangeRequest;
}

/** What is known about a board without the server. */
export interface Stored {
  readonly snapshot: Snapshot | null;
  /** Changes not known to be in the log, oldest first. Some may have been sent. */
  readonly queue: readonly ChangeRequest[];
  readonly refusals: readonly Refusal[];
}

/** Keeps what must survive a reload. Writes happen in the order they were asked for. */
export interface Storage {
  /** Returns the boards that have changes in the queue. */
  waiting(): Promise<readonly string[]>;
  load(board: string): Promise<Stored>;
  saveSnapshot(board: string, snapshot: Snapshot): Promise<void>;
  /** Adds changes to the queue, each replacing the one with its id if there is one; all of them or none. */
  putChanges(board: string, changes: readonly ChangeRequest[]): Promise<void>;
  dropChange(board: string, id: string): Promise<void>;
  putRefusal(board: string, refusal: Refusal): Promise<void>;
  dropRefusal(board: string, id: string): Promise<void>;
}
