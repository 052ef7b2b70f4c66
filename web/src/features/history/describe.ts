import type { BoardNode, Change, Op } from '@/live/wire';
import {
  isObject,
  isObjectVerb,
  manyObjectWords,
  type ObjectFact,
  type ObjectVerb,
  objectFacts,
  objectWords,
} from './describe-objects';

/** The board right before a change. */
export interface Before {
  node(id: string): BoardNode | undefined;
  children(parent: string): readonly string[];
}

type KanbanVerb =
  | 'add-card'
  | 'add-column'
  | 'rename-card'
  | 'rename-column'
  | 'describe'
  | 'set-column'
  | 'move-card'
  | 'order-card'
  | 'order-column'
  | 'delete-card'
  | 'delete-column';

export type Verb = KanbanVerb | ObjectVerb;

/** One thing a change did. */
export type Fact = KanbanFact | ObjectFact;

interface KanbanFact {
  readonly verb: KanbanVerb;
  readonly id: string;
  readonly name: string;
  /** The new name, or the column it went to. */
  readonly to?: string;
  readonly from?: string;
  /** How many cards went along. */
  readonly count?: number;
}

const ORDERING: ReadonlySet<Verb> = new Set(['order-card', 'order-column', 'order-object']);

/** Returns what a change did, as far as people care. */
export function factsOf(change: Pick<Change, 'ops'>, before: Before): readonly Fact[] {
  const made = new Map<string, { kind: string; name: string }>();
  const nameOf = (id: string) => made.get(id)?.name ?? nodeName(before.node(id));
  const kindOf = (id: string) => made.get(id)?.kind ?? before.node(id)?.kind;
  const facts: Fact[] = [];
  for (const op of change.ops) {
    if (op.op === 'create') made.set(op.id, { kind: op.kind, name: propsName(op.props) });
  }
  for (const op of change.ops) facts.push(...factOf(op, before, nameOf, kindOf));
  // Making room for something moves its neighbours too, and is not what anybody did.
  const isMain = ({ verb }: Fact) => !ORDERING.has(verb);
  return facts.some(isMain) ? facts.filter(isMain) : facts;
}

type Lookup = (id: string) => string;

function factOf(op: Op, before: Before, nameOf: Lookup, kindOf: (id: string) => string | undefined): Fact[] {
  const kind = kindOf(op.id);
  if (isObject(kind)) return objectFacts(op, kind, before.node(op.id));
  const isColumn = kind === 'column';
  const subject = { id: op.id, name: nameOf(op.id) };
  switch (op.op) {
    case 'create':
      if (isColumn) return [{ ...subject, verb: 'add-column' }];
      return [{ ...subject, verb: 'add-card', to: nameOf(op.parent) }];
    case 'move': {
      const parent = before.node(op.id)?.parent;
      if (isColumn) return [{ ...subject, verb: 'order-column' }];
      if (parent === undefined || parent === op.parent) {
        return [{ ...subject, verb: 'order-card', to: nameOf(op.parent ?? parent ?? '') }];
      }
      return [{ ...subject, verb: 'move-card', from: nameOf(parent), to: nameOf(op.parent ?? '') }];
    }
    case 'delete':
      if (!isColumn) return [{ ...subject, verb: 'delete-card' }];
      return [{ ...subject, verb: 'delete-column', count: before.children(op.id).length }];
    case 'update':
      return updateFacts(op.props, subject, isColumn);
  }
}

function updateFacts(props: object, subject: { id: string; name: string }, isColumn: boolean): Fact[] {
  const facts: Fact[] = [];
  const named = 'title' in props ? props.title : 'name' in props ? props.name : undefined;
  if (typeof named === 'string') {
    facts.push({ ...subject, verb: isColumn ? 'rename-column' : 'rename-card', to: named });
  }
  if ('description' in props) facts.push({ ...subject, verb: 'describe' });
  if (['mode', 'prompt', 'auto_start', 'approve_to'].some((prop) => prop in props)) {
    facts.push({ ...subject, verb: 'set-column' });
  }
  return facts;
}

/** Returns a fact as the end of a sentence that begins with who did it. */
export function words(fact: Fact): string {
  if ('kind' in fact) return objectWords(fact, quoted);
  const { verb, name, to = '', from = '', count = 0 } = fact;
  const it = quoted(name);
  switch (verb) {
    case 'add-card':
      return `added ${it} to ${to}`;
    case 'add-column':
      return `added the column ${it}`;
    case 'rename-card':
      return `renamed ${it} to ${quoted(to)}`;
    case 'rename-column':
      return `renamed the column ${it} to ${quoted(to)}`;
    case 'describe':
      return `edited the description of ${it}`;
    case 'set-column':
      return `changed the settings of the column ${it}`;
    case 'move-card':
      return `moved ${it} from ${from} to ${to}`;
    case 'order-card':
      return `moved ${it} within ${to}`;
    case 'order-column':
      return `moved the column ${it}`;
    case 'delete-card':
      return `deleted ${it}`;
    case 'delete-column':
      return `deleted the column ${it}${count === 0 ? '' : count === 1 ? ' with one card' : ` with ${count} cards`}`;
  }
}

/** Returns many facts of one kind in a few words. */
export function manyWords(verb: Verb, facts: readonly Fact[]): string {
  const count = new Set(facts.map(({ id }) => id)).size;
  if (isObjectVerb(verb)) return manyObjectWords(verb, count);
  const goals = new Set(facts.map((fact) => ('kind' in fact ? undefined : fact.to)));
  const to = goals.size === 1 ? [...goals][0] : undefined;
  const cards = count === 1 ? 'one card' : `${count} cards`;
  const columns = count === 1 ? 'one column' : `${count} columns`;
  switch (verb) {
    case 'add-card':
      return `added ${cards}${to === undefined ? '' : ` to ${to}`}`;
    case 'add-column':
      return `added ${columns}`;
    case 'rename-card':
      return `renamed ${cards}`;
    case 'rename-column':
      return `renamed ${columns}`;
    case 'describe':
      return `edited the descriptions of ${cards}`;
    case 'set-column':
      return `changed the settings of ${columns}`;
    case 'move-card':
      return `moved ${cards}${to === undefined ? '' : ` to ${to}`}`;
    case 'order-card':
      return `put ${cards} in another order`;
    case 'order-column':
      return `put ${columns} in another order`;
    case 'delete-card':
      return `deleted ${cards}`;
    case 'delete-column':
      return `deleted ${columns}`;
  }
}

function nodeName(node: BoardNode | undefined): string {
  return node ? propsName(node.props) : 'something that is gone';
}

function propsName(props: Readonly<Record<string, unknown>>): string {
  const name = props.title ?? props.name;
  return typeof name === 'string' && name !== '' ? name : 'Untitled';
}

function quoted(name: string): string {
  const letters = [...name];
  return `“${letters.length > 80 ? `${letters.slice(0, 79).join('').trimEnd()}…` : name}”`;
}
