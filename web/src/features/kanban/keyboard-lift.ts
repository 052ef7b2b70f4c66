import type { DropTarget } from '@/lib/drag/drag';
import { ROOT } from '@/live/wire';
import { type Words, wordsFor } from './announce';
import type { Kanban } from './kanban';
import { CARD, columnsOf } from './model';

/** Lifts a card or a column by key: the arrows move it until it is dropped or put back. */
export function liftByKey(kanban: Kanban, id: string): void {
  const item = kanban.item(id);
  const node = kanban.board.node(id);
  if (!item || !node || kanban.drag.item()) return;
  const words = wordsFor(kanban.board, id, (column) => kanban.filter.visible(column));
  const siblings = node.kind === CARD ? kanban.filter.visible(node.parent) : columnsOf(kanban.board);
  const start: DropTarget = { list: node.kind === CARD ? node.parent : ROOT, gap: siblings.indexOf(id) };
  kanban.drag.hold(item);
  new KeyboardLift(kanban, id, words, start).begin();
}

class KeyboardLift {
  readonly #kanban: Kanban;
  readonly #id: string;
  readonly #words: Words;
  readonly #start: DropTarget;
  readonly #listening = new AbortController();
  #target: DropTarget;

  constructor(kanban: Kanban, id: string, words: Words, start: DropTarget) {
    this.#kanban = kanban;
    this.#id = id;
    this.#words = words;
    this.#start = start;
    this.#target = start;
  }

  begin(): void {
    const { signal } = this.#listening;
    addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    addEventListener('pointerdown', () => this.#cancel(), { signal, capture: true });
    addEventListener('blur', () => this.#cancel(), { signal });
    signal.addEventListener(
      'abort',
      // It ends by itself when somebody else deletes the item.
      this.#kanban.drag.subscribe(() => {
        if (!this.#kanban.drag.item()) this.#listening.abort();
      }),
    );
    this.#kanban.announce(this.#words.lifted(this.#start));
  }

  #key(event: KeyboardEvent): void {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const next = nextTarget(this.#kanban, this.#id, this.#target, event.key);
    if (next) this.#aim(next);
    else if (event.key === ' ' || event.key === 'Enter') this.#drop();
    else if (event.key === 'Escape' || event.key === 'Tab') this.#cancel();
    event.preventDefault();
    event.stopPropagation();
  }

  #aim(target: DropTarget): void {
    this.#target = target;
    this.#kanban.drag.aim(target);
    this.#kanban.announce(this.#words.moved(target));
  }

  #drop(): void {
    this.#listening.abort();
    this.#kanban.drag.drop();
    this.#kanban.focus(this.#id);
    this.#kanban.announce(this.#words.dropped(this.#target));
  }

  #cancel(): void {
    this.#listening.abort();
    this.#kanban.drag.cancel();
    this.#kanban.focus(this.#id);
    this.#kanban.announce(this.#words.cancelled(this.#start));
  }
}

type Board = Pick<Kanban, 'board' | 'filter'>;

/** Returns where a key sends what is lifted; `null` when the key means something else. */
export function nextTarget(
  { board, filter }: Board,
  id: string,
  at: DropTarget,
  key: string,
): DropTarget | null {
  const isCard = board.node(id)?.kind === CARD;
  const columns = columnsOf(board);
  const places = (list: string) =>
    (isCard ? filter.visible(list) : columns).filter((other) => other !== id).length;
  const within = (gap: number, list = at.list) => ({ list, gap: Math.max(0, Math.min(gap, places(list))) });
  const beside = (step: -1 | 1) => {
    if (!isCard) return within(at.gap + step);
    return within(at.gap, columns[columns.indexOf(at.list) + step] ?? at.list);
  };
  switch (key) {
    case 'ArrowUp':
    case 'k':
      return isCard ? within(at.gap - 1) : at;
    case 'ArrowDown':
    case 'j':
      return isCard ? within(at.gap + 1) : at;
    case 'ArrowLeft':
    case 'h':
      return beside(-1);
    case 'ArrowRight':
    case 'l':
      return beside(1);
    case 'Home':
      return within(0);
    case 'End':
      return within(Number.MAX_SAFE_INTEGER);
    default:
      return null;
  }
}
