import { ROOT } from '@/live/wire';
import { type Box, boxOf, type Connector, connectorsOf, itemOf, type Shape } from './model';

/** Returns all that is on the board as somebody reads it: row by row, what lies in a frame after it, arrows last. */
export function readingOrder(shape: Shape): string[] {
  const found: string[] = [];
  const walk = (parent: string) => {
    const boxes = shape.children(parent).flatMap((id) => boxOf(shape, id) ?? []);
    for (const { id, kind } of inRows(boxes)) {
      found.push(id);
      if (kind === 'frame') walk(id);
    }
  };
  walk(ROOT);
  const place = new Map(found.map((id, index) => [id, index]));
  const connectors = connectorsOf(shape).toSorted(
    (a, b) => (place.get(a.from) ?? 0) - (place.get(b.from) ?? 0),
  );
  return [...found, ...connectors.map(({ id }) => id)];
}

/** Returns what comes after or before something; beyond the ends there is nothing. */
export function stepFrom(shape: Shape, id: string | null, step: 1 | -1): string | null {
  const order = readingOrder(shape);
  const index = id === null ? -1 : order.indexOf(id);
  if (index < 0) return (step > 0 ? order[0] : order.at(-1)) ?? null;
  return order[index + step] ?? null;
}

const KIND_NAMES = { frame: 'Frame', note: 'Note', text: 'Text' } as const;

/** Returns what something is called for those who hear it. */
export function nameOf(shape: Shape, id: string): string {
  const item = itemOf(shape.node(id));
  if (!item) return 'Something that is gone';
  if (item.kind === 'connector') return connectorName(shape, item);
  const kind = kindName(item);
  const words = item.text.trim();
  const said = words === '' ? `Empty ${kind.toLowerCase()}` : `${kind}: ${short(words)}`;
  const parent = boxOf(shape, item.parent);
  const count = item.kind === 'frame' ? `, ${counted(shape.children(id).length)}` : '';
  return `${said}${count}${parent ? `, in frame ${short(parent.text)}` : ''}`;
}

/** Returns what something is called in a few words, for a list of several. */
export function shortNameOf(shape: Shape, id: string): string {
  const item = itemOf(shape.node(id));
  if (!item) return 'gone';
  const words = item.kind === 'connector' ? item.label : item.text;
  if (words.trim() !== '') return `“${short(words.trim(), FEW)}”`;
  return item.kind === 'connector' ? 'a connector' : `an empty ${kindName(item).toLowerCase()}`;
}

export function kindName({ kind, geo }: Box): string {
  if (kind !== 'shape') return KIND_NAMES[kind];
  return geo.charAt(0).toUpperCase() + geo.slice(1);
}

function connectorName(shape: Shape, { from, to, label }: Connector): string {
  const end = (id: string) => {
    const box = boxOf(shape, id);
    return box && box.text.trim() !== ''
      ? `“${short(box.text.trim())}”`
      : `an empty ${box ? kindName(box).toLowerCase() : 'thing'}`;
  };
  return `Connector from ${end(from)} to ${end(to)}${label === '' ? '' : `: ${label}`}`;
}

function counted(count: number): string {
  return count === 0 ? 'empty' : count === 1 ? 'one object' : `${count} objects`;
}

const LONGEST = 80;
const FEW = 24;

/** Returns words on one line, short enough to be heard. */
export function short(words: string, longest = LONGEST): string {
  const letters = [...words.replace(/\s+/gu, ' ')];
  return letters.length > longest
    ? `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('');
}

/** Groups boxes into rows: a box is in the row of the one above left if they overlap by half of the lower one. */
function inRows(boxes: readonly Box[]): Box[] {
  const rows: Box[][] = [];
  for (const box of boxes.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const first = rows.at(-1)?.[0];
    const shared = first ? Math.min(first.y + first.h, box.y + box.h) - box.y : 0;
    if (first && shared >= Math.min(first.h, box.h) / 2) rows.at(-1)?.push(box);
    else rows.push([box]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.x - b.x || a.y - b.y));
}
