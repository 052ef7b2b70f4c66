import type { Node } from '@xyflow/react';
import { type BoardNode, ROOT } from '@/live/wire';
import type { Rect } from './geometry';
import { type Box, boxOf, type Shape } from './model';

/** What a box shows of itself; the same object for as long as it looks the same. */
export interface BoxData extends Record<string, unknown> {
  readonly box: Box;
}

export type FlowNode = Node<BoxData>;

/** Where things are while a hand holds them, which the document does not know yet: places as in the document. */
export type Draft = ReadonlyMap<string, Rect>;

interface Drawn {
  readonly node: BoardNode;
  readonly held: Rect | undefined;
  readonly isSelected: boolean;
  readonly z: number;
  readonly flow: FlowNode;
}

/** A drawing of the board: what xyflow is given. */
export interface Scene {
  readonly flow: readonly FlowNode[];
  readonly drawn: ReadonlyMap<string, Drawn>;
}

/** What a finger moves: anything it touches, or only what is selected, so that it can move the view. */
export type Grip = 'any' | 'selected';

export const NO_SCENE: Scene = { flow: [], drawn: new Map() };
export const NO_DRAFT: Draft = new Map();

/** The wrapper around a box says nothing; the box inside of it does. */
const SILENT = { 'aria-roledescription': undefined } as const;
/** A frame is taken by its name or its edge, so that what lies in it can be reached. */
const LETS_THROUGH = { pointerEvents: 'none' } as const;
const NO_HANDLES: never[] = [];

/** Draws the boxes anew; whatever looks as before stays the same object, and so does the list. */
export function nextScene(
  last: Scene,
  shape: Shape,
  selection: ReadonlySet<string>,
  draft: Draft,
  grip: Grip = 'any',
): Scene {
  const flow: FlowNode[] = [];
  const drawn = new Map<string, Drawn>();
  const walk = (parent: string) => {
    for (const id of shape.children(parent)) {
      const node = shape.node(id);
      const box = node && boxOf(shape, id);
      if (!node || !box) continue;
      const next = draw(last.drawn.get(id), node, box, {
        held: draft.get(id),
        isSelected: selection.has(id),
        z: flow.length,
        grip,
      });
      flow.push(next.flow);
      drawn.set(id, next);
      if (box.kind === 'frame') walk(id);
    }
  };
  walk(ROOT);
  const isSame = flow.length === last.flow.length && flow.every((each, index) => each === last.flow[index]);
  return isSame ? last : { flow, drawn };
}

function draw(
  last: Drawn | undefined,
  node: BoardNode,
  box: Box,
  { held, isSelected, z, grip }: Pick<Drawn, 'held' | 'isSelected' | 'z'> & { readonly grip: Grip },
): Drawn {
  if (last && last.node === node && last.held === held && last.isSelected === isSelected && last.z === z)
    return last;
  const { x, y, w, h } = held ?? box;
  const isSameBox = last && last.node === node && last.held === held;
  const shown = isSameBox ? last.flow.data : { box: held ? { ...box, x, y, w, h } : box };
  const flow: FlowNode = {
    id: box.id,
    type: box.kind,
    position: { x, y },
    width: w,
    height: h,
    measured: { width: w, height: h },
    handles: NO_HANDLES,
    data: shown,
    selected: isSelected,
    zIndex: z,
    domAttributes: SILENT,
    ...(grip === 'selected' && { draggable: isSelected }),
    ...(box.kind === 'frame' && { style: LETS_THROUGH }),
    ...(box.parent !== ROOT && { parentId: box.parent }),
  };
  return { node, held, isSelected, z, flow };
}

/** Returns the board as it is while a hand holds some of it. */
export function withDraft(shape: Shape, draft: Draft): Shape {
  if (draft.size === 0) return shape;
  const cache = new Map<string, BoardNode>();
  return {
    children: (parent) => shape.children(parent),
    node: (id) => {
      const node = shape.node(id);
      const held = draft.get(id);
      if (!node || !held) return node;
      let shown = cache.get(id);
      if (!shown) {
        const { x, y, w, h } = held;
        shown = { ...node, props: { ...node.props, x, y, w, h } };
        cache.set(id, shown);
      }
      return shown;
    },
  };
}
