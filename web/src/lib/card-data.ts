import { useEffect, useRef } from 'react';
import type { CardStatus } from '@/live/cards-wire';
import {
  type CardDetails,
  type CardDiff,
  type CardFileDiff,
  type CardRef,
  getCard,
  getDiff,
  getFileDiff,
  getRules,
  type ProjectRules,
} from './cards-api';
import { toProblem } from './problem';
import { type Followed, resources, useResource } from './server-data';

const keys = {
  card: ({ board, card }: CardRef) => `card.${board}.${card}`,
  diff: ({ board, card }: CardRef) => `diff.${board}.${card}`,
  file: ({ board, card }: CardRef, path: string) => `diff.${board}.${card}.${path}`,
  rules: (project: string) => `rules.${project}`,
};

/** All that is known of the work on a card; asked for again when its status says that something has changed. */
export function useCardDetails(ref: CardRef, status: CardStatus | undefined): Followed<CardDetails> {
  const key = keys.card(ref);
  useFresh(key, signature(status));
  return useResource(key, () => getCard(ref));
}

/** What was changed for a card; null if it has no branch of its own. */
export function useCardDiff(ref: CardRef, status: CardStatus | undefined): Followed<CardDiff | null> {
  const key = keys.diff(ref);
  useFresh(key, signature(status));
  return useResource(key, () => loadDiff(ref));
}

/** The changes of one file, asked for again when the diff has changed; null once it has none. */
export function useFileDiff(ref: CardRef, path: string, version: string): Followed<CardFileDiff | null> {
  const key = keys.file(ref, path);
  useFresh(key, version);
  return useResource(key, () => loadFile(ref, path));
}

/** The project's best practices, rule by rule. */
export function useRules(project: string): Followed<ProjectRules> {
  return useResource(keys.rules(project), () => getRules(project));
}

/** Asks again for what a command has just changed. */
export async function refreshCard(ref: CardRef): Promise<void> {
  await Promise.all([resources.refresh(keys.card(ref)), resources.refresh(keys.diff(ref))]);
}

/** What of a status bears on the rest; what the agent does at this moment does not. */
function signature(status: CardStatus | undefined): string {
  if (!status) return '';
  const { phase, mode, session_id, branch, merged, conflict, diff, review } = status;
  return JSON.stringify([phase, mode, session_id, branch, merged, conflict, diff, review]);
}

/** A folder that was removed a moment ago has no diff: the card is asked first. */
async function loadDiff(ref: CardRef): Promise<CardDiff | null> {
  const card = await upToDate<CardDetails>(keys.card(ref));
  return card && !card.worktree ? null : getDiff(ref).catch(orNone);
}

/** A file that was merged or taken back a moment ago is in no diff any more: the list is asked first. */
async function loadFile(ref: CardRef, path: string): Promise<CardFileDiff | null> {
  const diff = await upToDate<CardDiff | null>(keys.diff(ref));
  return diff?.files.some((file) => file.path === path) ? getFileDiff(ref, path) : null;
}

/** Returns what is known of something once nothing newer is on its way. */
async function upToDate<T>(key: string): Promise<T | undefined> {
  // Whatever has changed is asked for in the same breath, though perhaps a moment after this.
  await Promise.resolve();
  return resources.settled<T>(key);
}

/** Asks again whenever the signature is another than before; whoever has just come asks anyway. */
function useFresh(key: string, now: string): void {
  const before = useRef({ key, now });
  useEffect(() => {
    const { current } = before;
    before.current = { key, now };
    if (current.key === key && current.now !== now) void resources.refresh(key);
  }, [key, now]);
}

function orNone(error: unknown): null {
  if (toProblem(error).code === 'no_worktree') return null;
  throw error;
}
