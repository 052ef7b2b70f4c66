import { keyBetween } from './order';
import type { Before, Tree } from './tree';
import { type Author, type Op, type Place, type Props, ROOT } from './wire';

/** Who wrote what is being applied, and by which change. */
export interface Stamp {
  readonly seq: number;
  readonly by: Author;
}

/** Applies ops in order; returns `null`, and leaves the tree as it was, when one of them does not fit. */
export function applyOps(tree: Tree, ops: readonly Op[], touched: Stamp): Before | null {
  const before: Before = new Map();
  for (const op of ops) {
    if (!applyOp(tree, op, touched, before)) {
      tree.restore(before, new Map());
      return null;
    }
  }
  return before;
}

function applyOp(tree: Tree, op: Op, touched: Stamp, before: Before): boolean {
  switch (op.op) {
    case 'create': {
      const order = orderFor(tree, op.parent, op);
      if (tree.has(op.id) || !tree.has(op.parent) || order === null) return false;
      const node = {
        id: op.id,
        kind: op.kind,
        parent: op.parent,
        order,
        props: patch({}, op.props),
        touched,
      };
      tree.set(op.id, node, before);
      return true;
    }
    case 'update': {
      const node = tree.node(op.id);
      if (!node) return false;
      tree.set(op.id, { ...node, props: patch(node.props, op.props), touched }, before);
      return true;
    }
    case 'move': {
      const node = tree.node(op.id);
      const parent = op.parent ?? node?.parent;
      if (!node || parent === undefined || !tree.has(parent) || tree.isWithin(parent, op.id)) return false;
      const order = orderFor(tree, parent, op, op.id);
      if (order === null) return false;
      tree.set(op.id, { ...node, parent, order, touched }, before);
      return true;
    }
    case 'delete': {
      if (op.id === ROOT || !tree.has(op.id)) return false;
      for (const id of tree.subtree(op.id).reverse()) tree.set(id, undefined, before);
      return true;
    }
  }
}

function patch(props: Props, changes: Props): Props {
  const result: Record<string, unknown> = { ...props };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete result[name];
    else result[name] = value;
  }
  return result;
}

/** Returns the order key a place stands for now, or `null` when the sibling it names is not there. */
function orderFor(tree: Tree, parent: string, place: Place, moving?: string): string | null {
  if (place.order !== undefined) return place.order;
  const siblings = tree.children(parent).filter((id) => id !== moving);
  const neighbour = place.before ?? place.after;
  let index = siblings.length;
  if (neighbour !== undefined) {
    index = siblings.indexOf(neighbour);
    if (index < 0) return null;
    if (place.after !== undefined) index += 1;
  }
  return keyBetween(orderOf(tree, siblings[index - 1]), orderOf(tree, siblings[index]));
}

function orderOf(tree: Tree, id: string | undefined): string | null {
  return (id !== undefined && tree.node(id)?.order) || null;
}

/** Writes every place as an order key, so that an edit made offline does not depend on its neighbours staying. */
export function fixPlaces(tree: Tree, ops: readonly Op[], touched: Stamp): readonly Op[] {
  const before: Before = new Map();
  const fixed = ops.map((op): Op => {
    const done = fixPlace(tree, op);
    applyOp(tree, done, touched, before);
    return done;
  });
  tree.restore(before, new Map());
  return fixed;
}

function fixPlace(tree: Tree, op: Op): Op {
  if (op.op !== 'create' && op.op !== 'move') return op;
  const parent = op.parent ?? tree.node(op.id)?.parent;
  if (parent === undefined) return op;
  const order = orderFor(tree, parent, op, op.id);
  if (order === null) return op;
  const { before: _before, after: _after, ...rest } = op;
  return { ...rest, parent, order };
}
