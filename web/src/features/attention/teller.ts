import { itemKey } from '@/lib/inbox';
import type { Lock } from '@/lib/lock';
import type { KeyValues } from '@/lib/storage';
import type { InboxItem } from '@/live/session-wire';

export interface TellerParts {
  readonly storage: KeyValues;
  /** Held by one tab of this browser at a time. */
  readonly lock: Lock;
  /** Whether somebody looks at this tab. */
  readonly isVisible: () => boolean;
  readonly isOn: () => boolean;
  readonly later: (ms: number, run: () => void) => void;
  readonly show: (item: InboxItem) => void;
  /** Takes back what was shown of an item that does not wait any more. */
  readonly close: (key: string) => void;
}

const KEY = 'tandem.told';
/** So many are remembered; older ones do not come again. */
const MAX_TOLD = 300;
/** A tab that is looked at says so within this time; then the others keep quiet. */
export const GRACE_MS = 600;

/** Tells of each new item once, whichever tabs are open, and not at all if one of them is looked at. */
export class Teller {
  readonly #parts: TellerParts;
  #seen: ReadonlySet<string> | null = null;

  constructor(parts: TellerParts) {
    this.#parts = parts;
  }

  see(items: readonly InboxItem[]): void {
    const before = this.#seen;
    this.#seen = new Set(items.map(itemKey));
    for (const key of before ?? []) if (!this.#seen.has(key)) this.#parts.close(key);
    // What waited when the page was opened is on the page.
    const fresh = before ? items.filter((item) => !before.has(itemKey(item))) : items;
    if (fresh.length === 0) return;
    if (before === null || this.#parts.isVisible()) void this.#settle(fresh, 'seen');
    else this.#parts.later(GRACE_MS, () => void this.#settle(fresh, 'new'));
  }

  /** Writes down that items are known, and tells of those that no tab knew. */
  async #settle(items: readonly InboxItem[], how: 'seen' | 'new'): Promise<void> {
    const { lock, isVisible, isOn, show } = this.#parts;
    await lock(async () => {
      const told = this.#told();
      const unknown = items.filter((item) => !told.includes(itemKey(item)));
      if (unknown.length === 0) return;
      this.#keep([...told, ...unknown.map(itemKey)]);
      if (how === 'seen' || isVisible() || !isOn()) return;
      for (const item of unknown) if (this.#seen?.has(itemKey(item))) show(item);
    }).catch(() => {
      // Another tab that keeps the lock for so long tells of them itself.
    });
  }

  #told(): readonly string[] {
    try {
      const kept: unknown = JSON.parse(this.#parts.storage.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
    } catch {
      return [];
    }
  }

  #keep(told: readonly string[]): void {
    try {
      this.#parts.storage.setItem(KEY, JSON.stringify(told.slice(-MAX_TOLD)));
    } catch {
      // With a full storage two tabs may both tell; better than none.
    }
  }
}
