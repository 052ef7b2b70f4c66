import type { PointerEvent as ReactPointerEvent } from 'react';
import { ROOT } from '@/live/wire';
import { addBox, addLinkedBox, connect, reconnect } from './edits';
import { USUAL_SIZE } from './facts';
import { encloses, middleOf, type Point, type Rect, rectBetween } from './geometry';
import { looseWay } from './lines';
import { type BoxKind, boxOf } from './model';
import { nameOf } from './reading';
import { NO_OBSTACLES, route } from './route';
import type { Linking } from './ui-state';
import type { Whiteboard } from './whiteboard';

/** A drag shorter than this on the screen is a click. */
const CLICK = 5;

export type Start = Pick<PointerEvent | ReactPointerEvent, 'clientX' | 'clientY' | 'pointerId'>;

/** Follows a pointer until it is let go; Escape gives up. */
export function followPointer(
  start: Start,
  steps: {
    move: (event: PointerEvent) => void;
    end: (event: PointerEvent) => void;
    cancel: () => void;
    /** Another finger means something else. */
    isAlone?: true;
  },
): void {
  const stop = new AbortController();
  const { signal } = stop;
  const isOurs = (event: PointerEvent) => event.pointerId === start.pointerId;
  addEventListener('pointermove', (event) => isOurs(event) && steps.move(event), { signal });
  addEventListener(
    'pointerup',
    (event) => {
      if (!isOurs(event)) return;
      stop.abort();
      steps.end(event);
    },
    { signal },
  );
  const giveUp = () => {
    stop.abort();
    steps.cancel();
  };
  addEventListener('pointercancel', (event) => isOurs(event) && giveUp(), { signal });
  if (steps.isAlone)
    addEventListener('pointerdown', (event) => !isOurs(event) && giveUp(), { signal, capture: true });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    },
    { signal, capture: true },
  );
}

function isClick(start: Start, event: PointerEvent): boolean {
  return Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < CLICK;
}

/** Draws a box with a tool: as large as the hand makes it, or of its usual size for a click. */
export function drawBox(whiteboard: Whiteboard, kind: BoxKind, start: Start): void {
  const { ui } = whiteboard;
  const from = whiteboard.toBoard(start);
  followPointer(start, {
    move: (event) => {
      ui.setState({ drawing: isClick(start, event) ? null : rectBetween(from, whiteboard.toBoard(event)) });
    },
    end: (event) => {
      whiteboard.letGo();
      const drawn = isClick(start, event) ? null : rectBetween(from, whiteboard.toBoard(event));
      putBox(whiteboard, kind, from, drawn);
    },
    cancel: () => {
      whiteboard.letGo();
      ui.setState({ tool: 'select' });
    },
  });
}

/** Draws a box around what comes to the selection. A frame is meant only as a whole: most begin inside of one. */
export function drawAround(whiteboard: Whiteboard, start: Start): void {
  const { ui } = whiteboard;
  const { selection } = ui.getState();
  const from = whiteboard.toBoard(start);
  followPointer(start, {
    isAlone: true,
    move: (event) => {
      const { places } = whiteboard;
      const drawing = isClick(start, event) ? null : rectBetween(from, whiteboard.toBoard(event));
      const met = drawing ? places.near(drawing) : [];
      const meant = met.filter(
        ({ id, rect }) => places.box(id)?.kind !== 'frame' || (drawing && encloses(drawing, rect)),
      );
      whiteboard.select([...selection, ...meant.map(({ id }) => id)], { drawing });
    },
    end: () => {
      whiteboard.letGo();
      whiteboard.announce(`${ui.getState().selection.size} objects selected.`);
    },
    cancel: () => {
      whiteboard.letGo();
      whiteboard.select(selection);
    },
  });
}

/** Puts a new box on the board and opens it for writing. */
export function putBox(whiteboard: Whiteboard, kind: BoxKind, at: Point, drawn: Rect | null = null): string {
  const { board, ui } = whiteboard;
  const usual = USUAL_SIZE[kind];
  const place =
    drawn && kind !== 'text'
      ? {
          ...drawn,
          w: Math.max(drawn.w, kind === 'frame' ? 120 : 40),
          h: Math.max(drawn.h, kind === 'frame' ? 100 : 40),
        }
      : { ...centred(kind, at), ...usual };
  const props = kind === 'shape' && ui.getState().geo !== 'rectangle' ? { geo: ui.getState().geo } : {};
  const id = addBox(
    board,
    kind,
    place,
    kind === 'frame' ? frameFor(whiteboard, place) : whiteboard.frameAt(middleOf(place)),
    props,
  );
  whiteboard.write(id);
  whiteboard.announce(`${nameOf(board, id)} added.`);
  return id;
}

/** A new frame goes into another only if that has room for it. */
function frameFor(whiteboard: Whiteboard, place: Rect): string {
  const found = whiteboard.frameAt(middleOf(place));
  const frame = whiteboard.places.rects.get(found);
  return frame && frame.w > place.w && frame.h > place.h ? found : ROOT;
}

/** A box made by a click has the pointer in its middle; a frame and a text begin there. */
function centred(kind: BoxKind, at: Point): Point {
  const { w, h } = USUAL_SIZE[kind];
  if (kind === 'frame') return at;
  if (kind === 'text') return { x: at.x - 4, y: at.y - h / 2 };
  return { x: at.x - w / 2, y: at.y - h / 2 };
}

/** Draws a connector from a box to wherever the hand lets go: another box, or an empty place, where one is made. */
export function drawConnector(whiteboard: Whiteboard, fixed: string, start: Start): void {
  follow(whiteboard, fixed, null, start);
}

/** Carries one end of a connector to another box. */
export function carryEnd(whiteboard: Whiteboard, id: string, end: 'from' | 'to', start: Start): void {
  const fixed = whiteboard.board.node(id)?.props[end === 'from' ? 'to' : 'from'];
  if (typeof fixed === 'string') follow(whiteboard, fixed, { id, end }, start);
}

function follow(whiteboard: Whiteboard, fixed: string, moves: Linking['moves'], start: Start): void {
  const { board, ui } = whiteboard;
  const link = (event: Start): Linking | null => {
    const from = whiteboard.places.rects.get(fixed);
    if (!from) return null;
    const point = whiteboard.toBoard(event);
    const target = whiteboard.places.at(point, (id) => id === fixed)?.id ?? null;
    const to = target === null ? null : whiteboard.places.rects.get(target);
    const forth = to ? route(from, to, NO_OBSTACLES) : looseWay(from, point);
    return { fixed, moves, target, points: moves?.end === 'from' ? forth.toReversed() : forth };
  };
  followPointer(start, {
    move: (event) => ui.setState({ linking: isClick(start, event) ? null : link(event) }),
    end: (event) => {
      const linking = isClick(start, event) ? null : link(event);
      whiteboard.letGo();
      ui.setState({ tool: 'select' });
      if (!linking) return;
      if (moves) {
        if (linking.target !== null) reconnect(board, moves.id, moves.end, linking.target);
      } else if (linking.target !== null) whiteboard.select([connect(board, fixed, linking.target)]);
      else putLinked(whiteboard, fixed, whiteboard.toBoard(event));
    },
    cancel: () => {
      whiteboard.letGo();
      ui.setState({ tool: 'select' });
    },
  });
}

/** Makes another box like the one a connector comes from, where it was let go. */
function putLinked(whiteboard: Whiteboard, from: string, at: Point): void {
  const { board } = whiteboard;
  const box = boxOf(board, from);
  if (!box) return;
  const kind = box.kind === 'frame' ? 'note' : box.kind;
  const size =
    kind === 'text' || box.kind === 'frame'
      ? USUAL_SIZE[kind]
      : { w: box.w, h: Math.min(box.h, USUAL_SIZE[kind].h) };
  const place = { x: at.x - size.w / 2, y: at.y - size.h / 2, ...size };
  const { color, geo } = board.node(from)?.props ?? {};
  const props = {
    ...(color !== undefined && box.kind !== 'frame' && { color }),
    ...(geo !== undefined && { geo }),
  };
  whiteboard.write(addLinkedBox(board, from, kind, place, whiteboard.frameAt(at), props));
}
