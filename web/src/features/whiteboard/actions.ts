import { undoOf } from '@/lib/undo-change';
import { toast } from '@/ui/toast';
import { clearRoom, clearView, FARTHEST, NEAREST } from './bars';
import * as edits from './edits';
import { focusBox } from './focus';
import { encloses, middleOf, type Point, type Rect } from './geometry';
import { boxesOf, boxOf, connectorsOf } from './model';
import { nameOf, stepFrom } from './reading';
import { NOTHING, type Tool } from './ui-state';
import type { Whiteboard } from './whiteboard';

/** How far a copy is put from its original. */
const COPY_OFFSET = { x: 24, y: 24 };
/** A board that would have to be made smaller than this is not shown as a whole at first. */
const SMALLEST_FIRST = 0.3;
const FIRST_MARGIN = 64;

/** Returns what a key means: what is selected, or what has the focus. */
export function targets({ ui, board }: Whiteboard): readonly string[] {
  const { selection, focus } = ui.getState();
  if (selection.size > 0) return [...selection];
  return focus !== null && board.node(focus) ? [focus] : [];
}

/** Moves the focus on to the next object as one reads them; beyond the last it leaves the canvas. */
export function step(whiteboard: Whiteboard, by: 1 | -1): boolean {
  const { ui, board } = whiteboard;
  const { focus, isPinned } = ui.getState();
  const next = stepFrom(board, focus, by);
  if (next === null) {
    ui.setState({ focus: null });
    return false;
  }
  if (!isPinned) whiteboard.select([next]);
  focusBox(whiteboard, next);
  return true;
}

/** Takes a tool into the hand; what is selected is not what it works on. */
export function take({ ui }: Whiteboard, tool: Tool): void {
  ui.setState({
    tool,
    editing: null,
    menu: null,
    isSeveral: false,
    ...(tool !== 'select' && { selection: NOTHING, isPinned: false }),
  });
}

/** Whether there is anything to put away. */
export function canPutAway({ ui }: Whiteboard): boolean {
  const { tool, selection, menu, isSeveral } = ui.getState();
  return tool !== 'select' || isSeveral || selection.size > 0 || menu !== null;
}

/** Puts away what is open, one thing at a time. */
export function putAway(whiteboard: Whiteboard): void {
  const { ui, surface } = whiteboard;
  const { tool, isSeveral } = ui.getState();
  if (tool !== 'select') ui.setState({ tool: 'select' });
  else if (isSeveral) ui.setState({ isSeveral: false });
  else {
    whiteboard.select([], { menu: null, isPinned: false });
    surface?.focus({ preventScroll: true });
  }
}

export function selectAll(whiteboard: Whiteboard): void {
  const { board } = whiteboard;
  const all = [...boxesOf(board), ...connectorsOf(board)].map(({ id }) => id);
  whiteboard.select(all);
  whiteboard.announce(`${all.length} objects selected.`);
}

/** Keeps the object with the focus selected while the focus moves on, or lets it go again. */
export function pin(whiteboard: Whiteboard): void {
  const { ui, board } = whiteboard;
  const { focus, selection, isPinned } = ui.getState();
  if (focus === null) return;
  const next = new Set(selection);
  if (isPinned && next.has(focus)) next.delete(focus);
  else next.add(focus);
  ui.setState({ selection: next, isPinned: next.size > 0 });
  whiteboard.announce(
    `${nameOf(board, focus)} ${next.has(focus) ? 'selected' : 'not selected'}, ${next.size} in all.`,
  );
}

export function move(whiteboard: Whiteboard, by: Point): void {
  const { board } = whiteboard;
  const ids = targets(whiteboard).filter((id) => boxOf(board, id));
  edits.nudge(board, ids, by);
  const [first] = ids;
  const place = first === undefined ? null : boxOf(board, first);
  if (place) whiteboard.announce(`Moved to ${Math.round(place.x)}, ${Math.round(place.y)}.`);
}

/** Connects two selected boxes, the first to the second; returns whether there were two. */
export function connectSelected(whiteboard: Whiteboard): boolean {
  const { board, ui } = whiteboard;
  const [from, to, ...more] = [...ui.getState().selection].filter((id) => boxOf(board, id));
  if (from === undefined || to === undefined || more.length > 0) return false;
  const id = edits.connect(board, from, to);
  whiteboard.select([id]);
  whiteboard.announce(`${nameOf(board, id)} added.`);
  return true;
}

/** Deletes what is selected, and offers to take that back. */
export function removeSelected(whiteboard: Whiteboard): void {
  const { board, ui, surface } = whiteboard;
  const ids = targets(whiteboard);
  const name = edits.these(board, ids);
  const edit = edits.remove(board, ids);
  if (!edit) return;
  ui.setState({ selection: NOTHING, menu: null });
  surface?.focus({ preventScroll: true });
  toast({ title: `Deleted ${name}`, action: { label: 'Undo', run: undoOf(board, edit, `deleted ${name}`) } });
}

export function duplicateSelected(whiteboard: Whiteboard): void {
  const { board } = whiteboard;
  const ids = targets(whiteboard).filter((id) => boxOf(board, id));
  if (ids.length > 0) whiteboard.select(edits.duplicate(board, ids, COPY_OFFSET), { menu: null });
}

export function stack(whiteboard: Whiteboard, to: 'front' | 'back'): void {
  edits.restack(whiteboard.board, targets(whiteboard), to);
}

export function zoomTo({ flow }: Whiteboard, zoom: number): void {
  void flow?.zoomTo(zoom);
}

export function zoomBy({ flow }: Whiteboard, direction: 1 | -1): void {
  void (direction > 0 ? flow?.zoomIn() : flow?.zoomOut());
}

export function showAll(whiteboard: Whiteboard): void {
  const bounds = whiteboard.boundsOf(whiteboard.places.rects.keys());
  if (bounds) show(whiteboard, bounds, 1);
}

export function showSelection(whiteboard: Whiteboard): void {
  const bounds = whiteboard.boundsOf(targets(whiteboard));
  if (bounds) show(whiteboard, bounds, NEAREST);
}

/** Goes to where a part of the board lies in the middle between the bars, as near as it fits. */
function show(whiteboard: Whiteboard, bounds: Rect, nearest: number): void {
  const room = clearRoom(whiteboard);
  const fits = Math.min(nearest, room.w / bounds.w, room.h / bounds.h);
  const zoom = Math.max(FARTHEST, fits);
  const [from, to] = [middleOf(bounds), middleOf(room)];
  void whiteboard.flow?.setViewport({ zoom, x: to.x - from.x * zoom, y: to.y - from.y * zoom });
}

/** Opens the menu of what is selected, beside it. */
export function openMenu(whiteboard: Whiteboard): void {
  const { flow, ui } = whiteboard;
  const bounds = whiteboard.boundsOf(targets(whiteboard));
  if (!flow) return;
  const at = middleOf(bounds ?? whiteboard.view());
  const { x, y } = flow.flowToScreenPosition(at);
  ui.setState({ menu: { anchor: { left: x, top: y, width: 0, height: 0 }, at } });
}

/** Opens the menu where the pointer is. */
export function openMenuAt(
  whiteboard: Whiteboard,
  event: Pick<MouseEvent, 'clientX' | 'clientY' | 'preventDefault'>,
): void {
  event.preventDefault();
  const anchor = { left: event.clientX, top: event.clientY, width: 0, height: 0 };
  whiteboard.ui.setState({ menu: { anchor, at: whiteboard.toBoard(event) } });
}

/** Shows all there is when the board is opened; of a large board, its beginning, so that something can be read. */
export function showAtFirst(whiteboard: Whiteboard): void {
  const { flow } = whiteboard;
  const view = clearView(whiteboard);
  const bounds = whiteboard.boundsOf(whiteboard.places.rects.keys());
  if (!flow || !bounds || encloses(view, bounds)) return;
  const fits = Math.min(view.w / bounds.w, view.h / bounds.h);
  if (fits >= SMALLEST_FIRST) showAll(whiteboard);
  else void flow.setViewport({ x: FIRST_MARGIN - bounds.x / 2, y: FIRST_MARGIN - bounds.y / 2, zoom: 0.5 });
}
