import { useEffect } from 'react';
import { addShortcut, isTyping } from '@/lib/keys';
import { redo, undo } from '@/lib/undo-change';
import { remove, step } from './actions';
import type { Kanban } from './kanban';
import { liftByKey } from './keyboard-lift';
import { CARD } from './model';
import { type Direction, nextFocus } from './navigate';
import { start } from './work-actions';

export interface ShortcutHost {
  readonly kanban: Kanban;
  open(card: string): void;
  focusFilter(): void;
}

interface Binding {
  readonly keys: readonly string[];
  readonly label: string;
  readonly where: 'board' | 'item' | 'page';
  readonly edits?: boolean;
  readonly run: (focus: string) => void;
}

const SCOPE = 'Board';

/** Registers the board's keys while it is shown; those that edit, only for who may. */
export function useBoardShortcuts(host: ShortcutHost): void {
  useEffect(() => {
    const { kanban } = host;
    const focus = () => kanban.ui.getState().focus;
    const removers = bindings(host)
      .filter(({ edits }) => kanban.canEdit || !edits)
      .map(({ keys, label, where, run }) =>
        addShortcut({
          id: `${SCOPE}:${keys.join(' ')}`,
          keys,
          label,
          scope: SCOPE,
          when: (event) => !isTyping(event.target) && isMeant(kanban, event.target, where),
          run: () => run(focus() ?? ''),
        }),
      );
    return () => {
      for (const remover of removers) remover();
    };
  }, [host]);
}

function isMeant(kanban: Kanban, target: EventTarget | null, where: Binding['where']): boolean {
  if (where === 'page') return true;
  if (!(target instanceof Element)) return false;
  if (where === 'item') return target.matches('[data-focus]');
  return kanban.scroller?.contains(target) === true || target.closest(OTHER_WIDGETS) === null;
}

/** What has keys of its own, outside of the board. */
const OTHER_WIDGETS =
  'a, button, input, select, textarea, summary, dialog, [role="menu"], [role="tablist"], [tabindex="0"]';

function bindings(host: ShortcutHost): readonly Binding[] {
  const { kanban } = host;
  const isCard = (id: string) => kanban.board.node(id)?.kind === CARD;
  const go = (direction: Direction) => (focus: string) => {
    // The first arrow goes to the card that Tab would reach, not past it.
    const isThere = document.activeElement?.getAttribute('data-focus') === focus;
    const next = isThere ? nextFocus(kanban.map(), focus || null, direction) : focus || null;
    if (next !== null) kanban.focus(next);
  };
  const columnAt = (focus: string) => (isCard(focus) ? (kanban.board.node(focus)?.parent ?? focus) : focus);
  return [
    { keys: ['arrowup', 'k'], label: 'Card above', where: 'board', run: go('up') },
    { keys: ['arrowdown', 'j'], label: 'Card below', where: 'board', run: go('down') },
    { keys: ['arrowleft', 'h'], label: 'Column on the left', where: 'board', run: go('left') },
    { keys: ['arrowright', 'l'], label: 'Column on the right', where: 'board', run: go('right') },
    { keys: ['home'], label: 'First card of the column', where: 'board', run: go('first') },
    { keys: ['end'], label: 'Last card of the column', where: 'board', run: go('last') },
    {
      keys: ['enter', 'e'],
      label: 'Open the card, or the menu of the column',
      where: 'item',
      run: (id) => (isCard(id) ? host.open(id) : openMenu(kanban, id)),
    },
    {
      keys: ['f2', 'i'],
      label: 'Rename',
      where: 'item',
      edits: true,
      run: (id) => kanban.ui.setState({ editing: id }),
    },
    {
      keys: ['space'],
      label: 'Lift, to move with the arrows',
      where: 'item',
      edits: true,
      run: (id) => liftByKey(kanban, id),
    },
    {
      keys: ['mod+arrowup'],
      label: 'Move up',
      where: 'item',
      edits: true,
      run: (id) => step(kanban, id, 'up'),
    },
    {
      keys: ['mod+arrowdown'],
      label: 'Move down',
      where: 'item',
      edits: true,
      run: (id) => step(kanban, id, 'down'),
    },
    {
      keys: ['mod+arrowleft'],
      label: 'Move to the left',
      where: 'item',
      edits: true,
      run: (id) => step(kanban, id, 'left'),
    },
    {
      keys: ['mod+arrowright'],
      label: 'Move to the right',
      where: 'item',
      edits: true,
      run: (id) => step(kanban, id, 'right'),
    },
    {
      keys: ['n'],
      label: 'New card in the column',
      where: 'board',
      edits: true,
      run: (id) => kanban.ui.setState({ composing: columnAt(id) }),
    },
    {
      keys: ['s'],
      label: 'Start the agent on the card, or let it go on',
      where: 'item',
      edits: true,
      run: (id) => void start(kanban, id),
    },
    {
      keys: ['m'],
      label: 'Menu',
      where: 'item',
      run: (id) => openMenu(kanban, id),
    },
    {
      keys: ['delete', 'backspace'],
      label: 'Delete',
      where: 'item',
      edits: true,
      run: (id) => void remove(kanban, id),
    },
    { keys: ['/'], label: 'Filter cards', where: 'page', run: () => host.focusFilter() },
    { keys: ['mod+z'], label: 'Undo', where: 'page', edits: true, run: () => void undo(kanban.board) },
    {
      keys: ['mod+shift+z', 'mod+y'],
      label: 'Redo',
      where: 'page',
      edits: true,
      run: () => void redo(kanban.board),
    },
  ];
}

function openMenu(kanban: Kanban, id: string): void {
  const anchor = kanban.scroller?.querySelector(`[data-focus="${CSS.escape(id)}"]`);
  if (anchor) kanban.ui.setState({ menu: { id, anchor } });
}
