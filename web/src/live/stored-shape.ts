import type { Refusal, Snapshot } from './storage';
import { type BoardNode, type ChangeRequest, type Op, ROOT, type TextConflict } from './wire';

// What lies in a browser's database can be damaged, or be from an older version: what does not fit is left out.

export function isSnapshot(value: unknown): value is Snapshot {
  if (!isObject(value) || !isText(value.kind) || !isCount(value.seq) || !Array.isArray(value.nodes))
    return false;
  return value.nodes.every(isNode) && isTree(value.nodes);
}

export function isChange(value: unknown): value is ChangeRequest {
  if (!isObject(value) || !isText(value.id) || value.id === '' || !Array.isArray(value.ops)) return false;
  return value.ops.length > 0 && value.ops.every(isOp);
}

export function isRefusal(value: unknown): value is Refusal {
  if (!isObject(value) || ![value.id, value.label, value.reason, value.code].every(isText)) return false;
  return isChange(value.change) && (value.conflict === undefined || isConflict(value.conflict));
}

function isNode(value: unknown): value is BoardNode {
  if (!isObject(value) || ![value.id, value.kind, value.parent, value.order].every(isText)) return false;
  const { touched } = value;
  return isObject(value.props) && isObject(touched) && isCount(touched.seq) && isObject(touched.by);
}

function isOp(value: unknown): value is Op {
  if (!isObject(value) || !isText(value.id)) return false;
  if (value.op === 'create') return isText(value.kind) && isText(value.parent) && isObject(value.props);
  if (value.op === 'update') return isObject(value.props);
  return value.op === 'move' || value.op === 'delete';
}

function isConflict(value: unknown): value is TextConflict {
  if (!isObject(value) || !isCount(value.base_seq)) return false;
  return [value.node, value.prop, value.base, value.current, value.yours].every(isText);
}

/** Tells whether every node hangs from the root, so that no walk along parents goes in a circle. */
function isTree(nodes: readonly BoardNode[]): boolean {
  const children = new Map<string, string[]>();
  for (const { id, parent } of nodes) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  const reached = new Set([ROOT]);
  for (const id of reached) for (const child of children.get(id) ?? []) reached.add(child);
  return reached.size === nodes.length + 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
