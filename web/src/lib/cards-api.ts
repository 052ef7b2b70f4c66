import type { CardStatus } from '@/live/cards-wire';
import type { Session } from '@/live/session-wire';
import { ask } from './loose-api';

/** The calls about the work on cards. */

export interface CardPlan {
  /** Exactly as it was approved. */
  readonly text: string;
  readonly approved_by?: string | null;
  readonly session_id: string;
}

export type Verdict = 'pass' | 'fail' | 'not_applicable';

export interface ReviewRule {
  readonly number: number;
  readonly text: string;
  readonly verdict?: Verdict | null;
  readonly note?: string | null;
  readonly places: readonly { readonly file: string; readonly line?: number | null }[];
}

export interface CardReview {
  readonly session_id: string;
  readonly at?: string | null;
  readonly rules: readonly ReviewRule[];
  /** The steps of the approved plan, as the reviewer judged them. */
  readonly steps: readonly { readonly text: string; readonly done: boolean; readonly note?: string | null }[];
  readonly summary?: string | null;
  readonly reported: boolean;
  /** Work has gone on since, or was asked for: it is about an older state. */
  readonly outdated?: boolean;
}

export interface Departures {
  readonly unplanned_files: readonly string[];
  readonly untouched_files: readonly string[];
}

export interface Worktree {
  readonly branch: string;
  readonly base_branch?: string | null;
  readonly base_commit: string;
  readonly folder: string;
  readonly exists: boolean;
  readonly ahead: number;
  readonly behind: number;
  readonly dirty_files: number;
  readonly conflicts: readonly string[];
  readonly merged: boolean;
  readonly note?: string | null;
}

export interface CardDetails {
  readonly status?: CardStatus | null;
  readonly plan?: CardPlan | null;
  readonly review?: CardReview | null;
  readonly departures?: Departures | null;
  readonly worktree?: Worktree | null;
  /** The newest first. */
  readonly sessions: readonly Session[];
}

export type FileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'binary' | 'submodule';

export interface DiffFile {
  readonly path: string;
  readonly old_path?: string | null;
  readonly status: FileStatus;
  readonly additions: number;
  readonly deletions: number;
}

export interface CardDiff {
  readonly base_branch?: string | null;
  readonly base_commit: string;
  readonly branch: string;
  readonly files: readonly DiffFile[];
  readonly additions: number;
  readonly deletions: number;
  readonly truncated: boolean;
}

export interface FileHunk {
  readonly old_start: number;
  readonly new_start: number;
  readonly header?: string | null;
  readonly lines: readonly {
    readonly kind: 'context' | 'add' | 'delete';
    readonly old?: number | null;
    readonly new?: number | null;
    readonly text: string;
  }[];
}

export interface CardFileDiff {
  readonly path: string;
  readonly old_path?: string | null;
  readonly binary: boolean;
  readonly truncated: boolean;
  readonly hunks: readonly FileHunk[];
}

export interface LineComment {
  readonly path: string;
  readonly line: number;
  readonly side?: 'old' | 'new';
  readonly quote?: string;
  readonly text: string;
}

export type Strategy = 'merge' | 'squash' | 'rebase';

export interface Merged {
  readonly outcome: 'merged' | 'up_to_date' | 'conflicts' | 'refused';
  readonly commit?: string | null;
  readonly conflicts: readonly string[];
  readonly reason?: string | null;
  readonly worktree?: Worktree | null;
}

export interface Updated {
  readonly outcome: 'up_to_date' | 'updated' | 'conflicts';
  readonly conflicts: readonly string[];
  readonly worktree?: Worktree | null;
}

export interface ProjectRules {
  readonly path?: string | null;
  readonly exists: boolean;
  readonly rules: readonly { readonly number: number; readonly text: string }[];
}

/** A card and the board it is on. */
export interface CardRef {
  readonly board: string;
  readonly card: string;
}

export const getCard = (card: CardRef): Promise<CardDetails> => get(card, '');
export const getDiff = (card: CardRef): Promise<CardDiff> => get(card, '/diff');
export const getFileDiff = (card: CardRef, path: string): Promise<CardFileDiff> =>
  get(card, '/diff/file', { path });

export const startCard = (card: CardRef): Promise<CardStatus> => post(card, '/start', {});
export const stopCard = (card: CardRef): Promise<CardStatus> => post(card, '/stop', {});
export const sendBack = (
  card: CardRef,
  body: { rules?: readonly number[]; note?: string },
): Promise<CardStatus> => post(card, '/send_back', body);
export const sendComments = (card: CardRef, comments: readonly LineComment[]): Promise<CardStatus> =>
  post(card, '/comments', { comments });

export const commitCard = (card: CardRef, message: string): Promise<{ commit?: string | null }> =>
  post(card, '/commit', { message });
export const mergeCard = (card: CardRef, strategy: Strategy): Promise<Merged> =>
  post(card, '/merge', { strategy });
export const updateCard = (card: CardRef): Promise<Updated> => post(card, '/update', {});
export const openPullRequest = (
  card: CardRef,
  body: { title: string; body?: string; draft?: boolean },
): Promise<{ url: string }> => post(card, '/pull_request', body);
export const cleanUpCard = (
  card: CardRef,
): Promise<{ kept_commit?: string | null; kept_branch?: string | null }> => post(card, '/clean_up', {});

export function getRules(project: string): Promise<ProjectRules> {
  return ask('GET', '/api/projects/{id}/rules', { params: { path: { id: project } } });
}

function get<T>({ board, card }: CardRef, path: string, query: Record<string, string> = {}): Promise<T> {
  return ask('GET', `/api/boards/{id}/cards/{card}${path}`, { params: { path: { id: board, card }, query } });
}

function post<T>({ board, card }: CardRef, path: string, body: object): Promise<T> {
  return ask('POST', `/api/boards/{id}/cards/{card}${path}`, { params: { path: { id: board, card } }, body });
}
