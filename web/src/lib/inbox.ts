import type { InboxItem } from '@/live/session-wire';
import { paths } from './router';

/** Returns what tells an item from all others, also from a later one of the same card. */
export function itemKey(item: InboxItem): string {
  return item.request_id ?? `${item.kind}.${item.session.id}.${item.asked_at}`;
}

export function itemTitle({ card_title, session }: InboxItem): string {
  return card_title || session.title;
}

/** Returns where an item is dealt with: at its card, or in its session if it has none. */
export function itemPath({ kind, session }: InboxItem): string {
  const { project_id, board_id, card_id, id } = session;
  if (!board_id || !card_id) return paths.session(project_id, id);
  return paths.card(project_id, board_id, card_id, kind === 'review' ? 'review' : 'chat');
}

/** What an item is, as the end of a sentence that begins with its title. */
export const ITEM_WORDS: Readonly<Record<InboxItem['kind'], string>> = {
  question: 'has a question for you',
  plan: 'has a plan for you to approve',
  permission: 'asks for your permission',
  review: 'did not pass its review',
  failure: 'failed and needs a look',
};

/** Says who else waits for this; nothing if nobody does. */
export function unblocks(count: number | undefined): string {
  if (!count) return '';
  return `Unblocks ${count === 1 ? 'one other' : `${count} others`}`;
}

export interface ProjectGroup {
  readonly id: string;
  readonly name: string;
  readonly items: readonly InboxItem[];
}

/** Groups items by project; the order of the server stays, within and among them. */
export function byProject(items: readonly InboxItem[]): readonly ProjectGroup[] {
  const groups = new Map<string, { id: string; name: string; items: InboxItem[] }>();
  for (const item of items) {
    const { project_id: id, project_name: name } = item.session;
    const group = groups.get(id) ?? { id, name, items: [] };
    group.items.push(item);
    groups.set(id, group);
  }
  return [...groups.values()];
}
