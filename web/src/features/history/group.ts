import type { Author, Change } from '@/live/wire';
import { type Fact, manyWords, type Verb, words } from './describe';

/** A change with what it did. */
export interface Entry {
  readonly seq: number;
  readonly author: Author;
  readonly at: string;
  readonly label?: string;
  readonly reverts?: Change['reverts'];
  readonly facts: readonly Fact[];
}

/** Consecutive changes that read as one; the newest first, as in the list. */
export interface Group {
  readonly entries: readonly [Entry, ...Entry[]];
  readonly text: string;
}

/** Changes further apart than this are told apart. */
const TOGETHER_MS = 10 * 60_000;
/** So many different things are told one by one. */
const MAX_TOLD = 2;

/** Puts together what one person did in a row in the same way. Entries come newest first. */
export function group(entries: readonly Entry[]): readonly Group[] {
  const groups: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const neighbour = last?.at(-1);
    if (last && neighbour && belongTogether(neighbour, entry)) last.push(entry);
    else groups.push([entry]);
  }
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  return groups.map((together) => ({ entries: together, text: textOf(together, bySeq) }));
}

function belongTogether(newer: Entry, older: Entry): boolean {
  if (newer.reverts || older.reverts || isRestore(newer) || isRestore(older)) return false;
  if (authorKey(newer.author) !== authorKey(older.author)) return false;
  if (new Date(newer.at).getTime() - new Date(older.at).getTime() > TOGETHER_MS) return false;
  const verb = onlyVerb(newer.facts);
  if (verb === null || verb !== onlyVerb(older.facts)) return false;
  // Steps of one text or one name are one piece of work; so is a row of the same step on several cards.
  return (verb !== 'describe' && verb !== 'write-object') || newer.facts[0]?.id === older.facts[0]?.id;
}

function textOf(entries: readonly [Entry, ...Entry[]], bySeq: ReadonlyMap<number, Entry>): string {
  const [newest] = entries;
  if (newest.reverts) return revertText(newest, newest.reverts.kind, bySeq);
  return factsText(
    entries.toReversed().flatMap((entry) => entry.facts),
    newest,
  );
}

/** Says what was taken back or brought back; an undo of adding is not told as deleting. */
function revertText(entry: Entry, kind: 'undo' | 'redo', bySeq: ReadonlyMap<number, Entry>): string {
  const verb = kind === 'undo' ? 'undid' : 'redid';
  let original: Entry | undefined = entry;
  while (original?.reverts) original = bySeq.get(original.reverts.seqs[0] ?? 0);
  if (original) return `${verb}: ${factsText(original.facts, original)}`;
  return `${verb} an earlier change: ${factsText(entry.facts, entry)}`;
}

function factsText(facts: readonly Fact[], entry: Entry): string {
  const { label } = entry;
  const [first] = facts;
  if (!first) return label ? lower(label) : 'changed nothing anybody sees';
  // What was restored is said by the label, which knows the time.
  if (isRestore(entry)) return (label ?? '').replace('Restore ', 'restored ');
  const ids = new Set(facts.map(({ id }) => id));
  const verb = onlyVerb(facts);
  if (verb !== null && ids.size === 1) return words(spanning(facts, first));
  if (facts.length <= MAX_TOLD) return facts.map(words).join(', ');
  if (verb !== null) return manyWords(verb, facts);
  const verbs = [...new Set(facts.map((fact) => fact.verb))];
  const parts = verbs.map((each) => {
    const same = facts.filter((fact) => fact.verb === each);
    const [only] = same;
    return same.length === 1 && only ? words(only) : manyWords(each, same);
  });
  return parts.join(', ');
}

/** Returns several facts about one thing as one: from where it began to where it came to. */
function spanning(facts: readonly Fact[], first: Fact): Fact {
  const last = facts.at(-1) ?? first;
  // An object is called what it is called at the end: who adds a note writes on it next.
  if ('kind' in last || 'kind' in first) return last;
  return {
    ...last,
    name: first.name,
    ...(first.from !== undefined && { from: first.from }),
    ...(last.to !== undefined && { to: last.to }),
  };
}

function isRestore({ label }: Entry): boolean {
  return label?.startsWith('Restore ') === true;
}

function onlyVerb(facts: readonly Fact[]): Verb | null {
  const [first] = facts;
  return first && facts.every(({ verb }) => verb === first.verb) ? first.verb : null;
}

function authorKey(author: Author): string {
  switch (author.type) {
    case 'user':
      return `user ${author.id}`;
    case 'agent':
      return `agent ${author.session} ${author.turn}`;
    case 'system':
      return 'system';
  }
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
