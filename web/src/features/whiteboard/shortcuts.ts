import { type KeyboardEvent as KeyEvent, useEffect } from 'react';
import { addShortcut, isTyping } from '@/lib/keys';
import { redo, undo } from '@/lib/undo-change';
import * as act from './actions';
import { TOOLS } from './tools';
import type { Whiteboard } from './whiteboard';

interface Binding {
  readonly keys: readonly string[];
  readonly label: string;
  /** `canvas`: while nothing else has the keys; `object`: when something has the focus or is selected. */
  readonly where: 'canvas' | 'object' | 'page';
  readonly edits?: boolean;
  readonly isNow?: () => boolean;
  readonly run: (event: KeyboardEvent) => void;
}

const SCOPE = 'Whiteboard';

/** Registers the canvas's keys while it is shown; those that edit, only for who may. */
export function useCanvasShortcuts(whiteboard: Whiteboard): void {
  useEffect(() => {
    const removers = [...viewKeys(whiteboard), ...editKeys(whiteboard)]
      .filter(({ edits }) => whiteboard.canEdit || !edits)
      .map(({ keys, label, where, isNow = () => true, run }) =>
        addShortcut({
          id: `${SCOPE}:${keys.join(' ')}`,
          keys,
          label,
          scope: SCOPE,
          when: (event) => !isTyping(event.target) && isMeant(whiteboard, event.target, where) && isNow(),
          run,
        }),
      );
    return () => {
      for (const remover of removers) remover();
    };
  }, [whiteboard]);
}

/** Tab goes from object to object, and beyond the last out of the canvas, as everywhere. */
export function onTab(whiteboard: Whiteboard, event: KeyEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  if (act.step(whiteboard, event.shiftKey ? -1 : 1)) event.preventDefault();
}

/** What has keys of its own, outside of the canvas. */
const OTHER_WIDGETS =
  'a, button, input, select, textarea, summary, dialog, [role="menu"], [role="dialog"], [role="tablist"]';

function isMeant(whiteboard: Whiteboard, target: EventTarget | null, where: Binding['where']): boolean {
  if (where === 'page') return true;
  if (!(target instanceof Element)) return false;
  const isHere = whiteboard.surface?.contains(target) === true || target.closest(OTHER_WIDGETS) === null;
  return isHere && (where === 'canvas' || act.targets(whiteboard).length > 0);
}

function viewKeys(whiteboard: Whiteboard): readonly Binding[] {
  return [
    {
      keys: ['escape'],
      label: 'Put the tool away, select nothing',
      where: 'canvas',
      // With nothing to put away it closes what stands beside the canvas.
      isNow: () => act.canPutAway(whiteboard),
      run: () => act.putAway(whiteboard),
    },
    { keys: ['mod+a'], label: 'Select all', where: 'canvas', run: () => act.selectAll(whiteboard) },
    { keys: ['space'], label: 'Keep selected, or not', where: 'object', run: () => act.pin(whiteboard) },
    { keys: ['mod+0'], label: 'Zoom to 100 %', where: 'page', run: () => act.zoomTo(whiteboard, 1) },
    {
      keys: ['mod+1', 'shift+1'],
      label: 'Show everything',
      where: 'page',
      run: () => act.showAll(whiteboard),
    },
    {
      keys: ['mod+2', 'shift+2'],
      label: 'Show the selection',
      where: 'page',
      run: () => act.showSelection(whiteboard),
    },
    { keys: ['mod+=', 'mod++'], label: 'Zoom in', where: 'page', run: () => act.zoomBy(whiteboard, 1) },
    { keys: ['mod+-'], label: 'Zoom out', where: 'page', run: () => act.zoomBy(whiteboard, -1) },
    { keys: ['m'], label: 'Menu', where: 'canvas', run: () => act.openMenu(whiteboard) },
  ];
}

const ARROWS = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] } as const;

function editKeys(whiteboard: Whiteboard): readonly Binding[] {
  const { board } = whiteboard;
  const tools = TOOLS.map(
    ({ tool, label, shortcut }): Binding => ({
      keys: [shortcut],
      label,
      where: 'canvas',
      edits: tool !== 'select' && tool !== 'hand',
      run: () =>
        tool === 'connector' && act.connectSelected(whiteboard) ? undefined : act.take(whiteboard, tool),
    }),
  );
  const moves = Object.entries(ARROWS).flatMap(([key, [x, y]]): Binding[] => {
    const side = key.slice('arrow'.length);
    return [
      {
        keys: [key],
        label: `Move ${side}`,
        where: 'object',
        edits: true,
        run: () => act.move(whiteboard, { x, y }),
      },
      {
        keys: [`shift+${key}`],
        label: `Move ${side} by ten`,
        where: 'object',
        edits: true,
        run: () => act.move(whiteboard, { x: 10 * x, y: 10 * y }),
      },
    ];
  });
  const write = () => {
    const [id] = act.targets(whiteboard);
    if (id !== undefined) whiteboard.write(id);
  };
  return [
    ...tools,
    ...moves,
    { keys: ['enter', 'f2'], label: 'Write', where: 'object', edits: true, run: write },
    {
      keys: ['delete', 'backspace'],
      label: 'Delete',
      where: 'object',
      edits: true,
      run: () => act.removeSelected(whiteboard),
    },
    {
      keys: ['mod+d'],
      label: 'Duplicate',
      where: 'object',
      edits: true,
      run: () => act.duplicateSelected(whiteboard),
    },
    {
      keys: [']'],
      label: 'Bring to the front',
      where: 'object',
      edits: true,
      run: () => act.stack(whiteboard, 'front'),
    },
    {
      keys: ['['],
      label: 'Send to the back',
      where: 'object',
      edits: true,
      run: () => act.stack(whiteboard, 'back'),
    },
    { keys: ['mod+z'], label: 'Undo', where: 'page', edits: true, run: () => void undo(board) },
    {
      keys: ['mod+shift+z', 'mod+y'],
      label: 'Redo',
      where: 'page',
      edits: true,
      run: () => void redo(board),
    },
  ];
}
