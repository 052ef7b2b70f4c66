import { mintId } from './id';
import type { Tabs } from './indexed-db';

const TAB = 'tandem-tab';

/** Names this tab, and holds a lock of that name while it lives, so that others can tell. */
export function thisTab(): Tabs {
  // The name outlives a reload, so that the page finds its own changes again at once.
  const own = sessionStorage.getItem(TAB) ?? `tandem-tab-${mintId()}`;
  sessionStorage.setItem(TAB, own);
  // Only over https and on localhost; without it every tab takes over all queues, which is harmless, only wasteful.
  const locks: LockManager | undefined = navigator.locks;
  locks?.request(own, () => new Promise(() => {})).catch(() => {});
  return {
    own,
    alive: async () => {
      const held = (await locks?.query())?.held ?? [];
      return new Set(held.flatMap((lock) => (lock.name?.startsWith('tandem-tab-') ? [lock.name] : [])));
    },
  };
}
