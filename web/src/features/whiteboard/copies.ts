import { mintId } from '@/live/id';
import { type Op, type Props, ROOT } from '@/live/wire';
import { boundsOf, type Point, type Rect } from './geometry';
import { boxOf, CONNECTOR, itemOf, originOf, type Shape, topmost } from './model';

/** Something that was copied. Those at the top have their place on the board, the rest in their parent. */
export interface Copied {
  readonly id: string;
  readonly kind: string;
  /** `null` at the top. */
  readonly parent: string | null;
  readonly props: Props;
}

/** Returns copies of some things, of all that lies in them, and of the connectors between them. */
export function copiesOf(shape: Shape, ids: Iterable<string>): Copied[] {
  const copies: Copied[] = [];
  const walk = (id: string, parent: string | null) => {
    const [node, box] = [shape.node(id), boxOf(shape, id)];
    if (!node || !box) return;
    const props = parent === null ? { ...node.props, ...originOf(shape, id) } : node.props;
    copies.push({ id, kind: node.kind, parent, props });
    for (const child of shape.children(id)) walk(child, id);
  };
  for (const id of inOrder(shape, topmost(shape, ids))) walk(id, null);
  const known = new Set(copies.map(({ id }) => id));
  for (const id of shape.children(ROOT)) {
    const item = itemOf(shape.node(id));
    if (item?.kind !== CONNECTOR || !known.has(item.from) || !known.has(item.to)) continue;
    copies.push({ id, kind: CONNECTOR, parent: null, props: shape.node(id)?.props ?? {} });
  }
  return copies;
}

/** Returns what puts copies on the board, moved by an offset, into a frame or none; and the ids of those at the top. */
export function pasteOps(
  copies: readonly Copied[],
  by: Point,
  into: { readonly id: string; readonly origin: Point } = { id: ROOT, origin: { x: 0, y: 0 } },
): { readonly ops: Op[]; readonly ids: string[] } {
  const ids = new Map(copies.map(({ id }) => [id, mintId()]));
  const top: string[] = [];
  const ops = copies.map(({ id, kind, parent, props }): Op => {
    const fresh = ids.get(id) ?? id;
    if (kind === CONNECTOR) {
      const { route: _, ...rest } = props;
      const [from, to] = [props.from, props.to].map((end) => ids.get(String(end)));
      return { op: 'create', id: fresh, kind, parent: ROOT, props: { ...rest, from, to } };
    }
    if (parent !== null) return { op: 'create', id: fresh, kind, parent: ids.get(parent) ?? ROOT, props };
    top.push(fresh);
    const x = number(props.x) + by.x - into.origin.x;
    const y = number(props.y) + by.y - into.origin.y;
    return { op: 'create', id: fresh, kind, parent: into.id, props: { ...props, x, y } };
  });
  return { ops, ids: top };
}

/** Returns the box around copies, where they were. */
export function placeOfCopies(copies: readonly Copied[]): Rect | null {
  const top = copies.filter(({ parent, kind }) => parent === null && kind !== CONNECTOR);
  return boundsOf(
    top.map(({ props: { x, y, w, h } }) => ({ x: number(x), y: number(y), w: number(w), h: number(h) })),
  );
}

/** Returns ids of one parent in the order they are drawn, so that copies overlap as their originals do. */
function inOrder(shape: Shape, ids: readonly string[]): string[] {
  const wanted = new Set(ids);
  const parents = new Set(ids.map((id) => shape.node(id)?.parent ?? ROOT));
  return [...parents].flatMap((parent) => shape.children(parent).filter((id) => wanted.has(id)));
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
