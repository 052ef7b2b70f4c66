import { mintId } from '@/live/id';
import { MAX_CHANGE_BYTES, sizeOf } from '@/live/size';
import { type BoardNode, type Op, type Place, ROOT } from '@/live/wire';

/** The most ops the server takes as one change. */
export const MAX_OPS = 2_000;

/** How to bring a board back to what it was, and how much that changes. */
export interface Restore {
  readonly ops: readonly Op[];
  readonly cards: {
    readonly added: number;
    readonly changed: number;
    readonly moved: number;
    readonly deleted: number;
  };
  readonly columns: number;
  /** What its nodes are to people. */
  readonly noun: 'card' | 'object';
}

/** Props that name another node are set last, when all nodes are there. */
const REFERENCES = ['approve_to'];
/** Those that a node is nothing without are there from its beginning; so it is made last, and goes first. */
const ENDS = ['from', 'to'];
const COLUMN = 'column';
const CONNECTOR = 'connector';

/** Returns the ops that give the current board the content of the past one: nodes, parents, orders and props. */
export function restoreOps(
  current: Iterable<BoardNode>,
  past: Iterable<BoardNode>,
  newId: () => string = mintId,
): Restore {
  const now = new Map([...current].map((node) => [node.id, node]));
  const then = sorted(past);
  // An id comes back unless something else has it now.
  const ids = new Map(then.map(({ id, kind }) => [id, (now.get(id)?.kind ?? kind) === kind ? id : newId()]));
  const idOf = (id: string) => ids.get(id) ?? id;
  const staying = new Set(ids.values());
  const places: Op[] = [];
  const updates: Op[] = [];
  const references: Op[] = [];
  const lists = childrenOf(now.values());
  const stable = stableNodes(then, lists, now, idOf);
  const last = new Map<string, string>();
  const counts = { added: 0, changed: 0, moved: 0, deleted: 0 };
  let columns = 0;

  for (const node of then) {
    const id = idOf(node.id);
    const parent = idOf(node.parent);
    const before = now.get(id);
    const row = rowOf(node.kind, parent);
    const place = placeAfter(last.get(row), lists.get(row));
    last.set(row, id);
    const isCard = node.kind !== COLUMN;
    if (!before) {
      places.push({
        op: 'create',
        id,
        kind: node.kind,
        parent,
        props: firstProps(node.props, idOf),
        ...place,
      });
      insert(lists, row, id, place);
    } else if (!stable.has(id)) {
      places.push({ op: 'move', id, parent, ...place });
      take(lists, rowOf(before.kind, before.parent), id);
      insert(lists, row, id, place);
    }
    const changes = propChanges(before?.props ?? {}, node.props, idOf);
    if (before && Object.keys(changes.plain).length > 0)
      updates.push({ op: 'update', id, props: changes.plain });
    if (Object.keys(changes.references).length > 0)
      references.push({ op: 'update', id, props: changes.references });
    const isChanged =
      before !== undefined && Object.keys({ ...changes.plain, ...changes.references }).length > 0;
    if (!isCard) columns += !before || isChanged || !stable.has(id) ? 1 : 0;
    else if (!before) counts.added += 1;
    else if (isChanged) counts.changed += 1;
    else if (!stable.has(id)) counts.moved += 1;
  }
  const gone = [...now.values()].filter(({ id }) => !staying.has(id));
  counts.deleted = gone.filter(({ kind }) => kind !== COLUMN).length;
  columns += gone.length - counts.deleted;
  // What is under something that goes, goes with it, and so does what leads to it.
  const deletes = gone
    .filter(({ parent }) => parent === ROOT || staying.has(parent))
    .toSorted((a, b) => Number(b.kind === CONNECTOR) - Number(a.kind === CONNECTOR))
    .map(({ id }): Op => ({ op: 'delete', id }));
  const isKanban = [...now.values(), ...then].every(({ kind }) => kind === COLUMN || kind === 'card');
  return {
    ops: [...places, ...updates, ...references, ...deletes],
    cards: counts,
    columns,
    noun: isKanban ? 'card' : 'object',
  };
}

/** Connectors lie among the boxes they connect, and their order says nothing about that of the boxes. */
function rowOf(kind: string, parent: string): string {
  return kind === CONNECTOR ? `${parent} ${CONNECTOR}` : parent;
}

function firstProps(props: BoardNode['props'], idOf: (id: string) => string): Record<string, unknown> {
  const entries = Object.entries(props).filter(([prop]) => !REFERENCES.includes(prop));
  return Object.fromEntries(
    entries.map(([prop, value]) => [
      prop,
      ENDS.includes(prop) && typeof value === 'string' ? idOf(value) : value,
    ]),
  );
}

/** Splits ops into changes the server takes: not too many in one, and not too long. */
export function inChanges(ops: readonly Op[]): readonly (readonly Op[])[] {
  const changes: Op[][] = [];
  let bytes = 0;
  for (const op of ops) {
    const size = sizeOf(op);
    const last = changes.at(-1);
    if (last && last.length < MAX_OPS && bytes + size <= MAX_CHANGE_BYTES / 2) {
      last.push(op);
      bytes += size;
    } else {
      changes.push([op]);
      bytes = size;
    }
  }
  return changes;
}

/** Returns nodes with parents before children, siblings in order, and connectors after all they may connect. */
function sorted(nodes: Iterable<BoardNode>): BoardNode[] {
  const all = [...nodes];
  const byId = new Map(all.map((node) => [node.id, node]));
  const lists = childrenOf(all);
  const result: BoardNode[] = [];
  const visit = (parent: string) => {
    for (const id of lists.get(parent) ?? []) {
      const node = byId.get(id);
      if (node) result.push(node);
    }
    for (const id of lists.get(parent) ?? []) visit(id);
  };
  visit(ROOT);
  const connectors = lists.get(rowOf(CONNECTOR, ROOT)) ?? [];
  return [...result, ...connectors.flatMap((id) => byId.get(id) ?? [])];
}

function childrenOf(nodes: Iterable<BoardNode>): Map<string, string[]> {
  const lists = new Map<string, BoardNode[]>();
  for (const node of nodes) {
    const row = rowOf(node.kind, node.parent);
    const list = lists.get(row);
    if (list) list.push(node);
    else lists.set(row, [node]);
  }
  return new Map(
    [...lists].map(([parent, list]) => {
      list.sort((a, b) => compare(a.order, b.order) || compare(a.id, b.id));
      return [parent, list.map(({ id }) => id)];
    }),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the nodes that need not move: under each parent the longest row that is in the right order already. */
function stableNodes(
  then: readonly BoardNode[],
  lists: ReadonlyMap<string, readonly string[]>,
  now: ReadonlyMap<string, BoardNode>,
  idOf: (id: string) => string,
): Set<string> {
  const wanted = new Map<string, string[]>();
  for (const node of then) {
    const parent = idOf(node.parent);
    const id = idOf(node.id);
    if (now.get(id)?.parent !== parent) continue;
    const row = rowOf(node.kind, parent);
    const ids = wanted.get(row);
    if (ids) ids.push(id);
    else wanted.set(row, [id]);
  }
  const stable = new Set<string>();
  for (const [row, ids] of wanted) {
    const places = new Map((lists.get(row) ?? []).map((id, index) => [id, index]));
    for (const id of longestRising(ids, (each) => places.get(each) ?? -1)) stable.add(id);
  }
  return stable;
}

/** Returns the longest part of a list whose values rise. */
export function longestRising(items: readonly string[], rank: (item: string) => number): readonly string[] {
  const values = items.map(rank);
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  });
  const result: string[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) result.unshift(items[at] ?? '');
  return result;
}

function placeAfter(previous: string | undefined, list: readonly string[] | undefined): Place {
  if (previous !== undefined) return { after: previous };
  const first = list?.[0];
  return first === undefined ? {} : { before: first };
}

function take(lists: Map<string, string[]>, parent: string, id: string): void {
  lists.set(
    parent,
    (lists.get(parent) ?? []).filter((other) => other !== id),
  );
}

function insert(lists: Map<string, string[]>, parent: string, id: string, place: Place): void {
  const list = lists.get(parent) ?? [];
  const at = place.after !== undefined ? list.indexOf(place.after) + 1 : 0;
  lists.set(parent, [...list.slice(0, at), id, ...list.slice(at)]);
}

function propChanges(now: BoardNode['props'], then: BoardNode['props'], idOf: (id: string) => string) {
  const plain: Record<string, unknown> = {};
  const references: Record<string, unknown> = {};
  for (const prop of new Set([...Object.keys(now), ...Object.keys(then)])) {
    const isReference = REFERENCES.includes(prop);
    const value = then[prop];
    const isName = isReference || ENDS.includes(prop);
    const wanted = isName && typeof value === 'string' ? idOf(value) : value;
    if (JSON.stringify(wanted) === JSON.stringify(now[prop])) continue;
    (isReference ? references : plain)[prop] = wanted ?? null;
  }
  return { plain, references };
}
