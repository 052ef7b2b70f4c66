import type { BoardNode, Op, Props } from '@/live/wire';

/** What can be done to something on a whiteboard. */
export type ObjectVerb =
  | 'add-object'
  | 'write-object'
  | 'move-object'
  | 'resize-object'
  | 'style-object'
  | 'connect-object'
  | 'order-object'
  | 'delete-object';

export interface ObjectFact {
  readonly verb: ObjectVerb;
  readonly id: string;
  /** What is written on it; nothing if that is nothing. */
  readonly name: string;
  readonly kind: string;
}

const KINDS = new Set(['frame', 'note', 'shape', 'text', 'connector']);

export function isObject(kind: string | undefined): kind is string {
  return kind !== undefined && KINDS.has(kind);
}

export function isObjectVerb(verb: string): verb is ObjectVerb {
  return verb in DID;
}

/** Which props tell of what, the most telling first: who writes makes the box grow, who resizes may move it. */
const TELLING: readonly (readonly [ObjectVerb, readonly string[]])[] = [
  ['write-object', ['text', 'name', 'label']],
  ['connect-object', ['from', 'to']],
  ['resize-object', ['w', 'h']],
  ['move-object', ['x', 'y']],
  ['style-object', ['color', 'geo', 'size']],
];

/** Returns what an op did to something on a whiteboard. The way of a connector is nothing that anybody did. */
export function objectFacts(op: Op, kind: string, before: BoardNode | undefined): ObjectFact[] {
  const props = op.op === 'create' ? op.props : (before?.props ?? {});
  const fact = (verb: ObjectVerb): ObjectFact => ({ verb, id: op.id, name: objectName(props), kind });
  switch (op.op) {
    case 'create':
      return [fact('add-object')];
    case 'delete':
      return [fact('delete-object')];
    case 'move':
      return [fact(op.parent === undefined || op.parent === before?.parent ? 'order-object' : 'move-object')];
    case 'update': {
      const found = TELLING.find(([, names]) => names.some((name) => name in op.props));
      return found ? [fact(found[0])] : [];
    }
  }
}

function objectName({ text, name, label }: Props): string {
  const words = text ?? name ?? label;
  return typeof words === 'string' ? words.replace(/\s+/gu, ' ').trim() : '';
}

const DID: Readonly<Record<ObjectVerb, string>> = {
  'add-object': 'added',
  'write-object': 'wrote on',
  'move-object': 'moved',
  'resize-object': 'resized',
  'style-object': 'changed the look of',
  'connect-object': 'reconnected',
  'order-object': 'changed the stacking of',
  'delete-object': 'deleted',
};

export function objectWords({ verb, name, kind }: ObjectFact, quoted: (name: string) => string): string {
  return `${DID[verb]} ${name === '' ? `a ${kind}` : `the ${kind} ${quoted(name)}`}`;
}

export function manyObjectWords(verb: ObjectVerb, count: number): string {
  return `${DID[verb]} ${count === 1 ? 'one object' : `${count} objects`}`;
}
