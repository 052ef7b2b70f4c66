import { useEffect } from 'react';
import type { Kanban } from './kanban';
import { CARD } from './model';

/** Tells the others which card we have open, and what of it we are writing. */
export function usePresence(kanban: Kanban, open: string | null): void {
  useEffect(() => {
    let last = '';
    const say = () => {
      const { editing, writing } = kanban.ui.getState();
      const renamed = editing !== null && kanban.board.node(editing)?.kind === CARD ? editing : null;
      const card = writing?.card ?? renamed ?? open;
      const state = { card, editing: writing?.what ?? (renamed === null ? null : 'title') };
      const text = JSON.stringify(state);
      if (text === last) return;
      last = text;
      kanban.board.setPresence(state);
    };
    say();
    return kanban.ui.subscribe(say);
  }, [kanban, open]);
  useEffect(() => () => kanban.board.setPresence({}), [kanban]);
}
