import { type Box, boxOf, type Color, itemOf, type Shape } from './model';

/** What several things have in common, for the controls that change it. */
export interface Chosen {
  readonly ids: readonly string[];
  readonly boxes: readonly Box[];
  /** The colour of all, or `null` if they differ. */
  readonly color: Color | null;
  readonly areShapes: boolean;
  readonly areTexts: boolean;
}

export function chosenOf(shape: Shape, ids: readonly string[]): Chosen {
  const boxes = ids.flatMap((id) => boxOf(shape, id) ?? []);
  const colors = new Set(ids.map((id) => itemOf(shape.node(id))?.color ?? null));
  const [only = null] = colors;
  const areAll = (kind: Box['kind']) =>
    boxes.length > 0 && boxes.length === ids.length && boxes.every((box) => box.kind === kind);
  return {
    ids,
    boxes,
    color: colors.size === 1 ? only : null,
    areShapes: areAll('shape'),
    areTexts: areAll('text'),
  };
}

/** Returns a value if all have it. */
export function shared<T>(values: readonly T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}
