import type { KeyValues } from './storage';

/** What is known of something the server has. */
export interface Resource<T> {
  /** The last answer; from an earlier visit at first, where it was kept. */
  readonly data: T | undefined;
  /** Why the last attempt failed, while that is the last thing that happened. */
  readonly error: unknown;
  readonly loading: boolean;
}

export interface ResourceOptions {
  /** Remembered across visits, so that it can be read offline. */
  readonly keep?: boolean;
}

export interface ResourceParts {
  readonly storage: KeyValues;
  now(): number;
}

interface Entry {
  state: Resource<unknown>;
  load: () => Promise<unknown>;
  keep: boolean;
  /** When the last answer came; 0 for never. */
  at: number;
  /** Counts local changes: an answer that was asked for before one of them is too old. */
  version: number;
  running: Promise<void> | null;
  readonly listeners: Set<() => void>;
}

/** An answer younger than this is not asked for again by the next component that wants it. */
export const FRESH_MS = 2_000;
const PREFIX = 'tandem.cache.';
const NOTHING: Resource<never> = { data: undefined, error: undefined, loading: true };

/** Answers of the server by key, shared by all components: the old one is shown while a new one is on its way. */
export function createResources({ storage, now }: ResourceParts) {
  const entries = new Map<string, Entry>();

  const set = (entry: Entry, state: Resource<unknown>) => {
    entry.state = state;
    for (const listener of entry.listeners) listener();
  };
  const store = (key: string, entry: Entry) => {
    if (!entry.keep) return;
    try {
      storage.setItem(PREFIX + key, JSON.stringify(entry.state.data));
    } catch {
      // A full storage costs only what can be read offline.
    }
  };
  const entryOf = <T>(key: string, load: () => Promise<T>, { keep = false }: ResourceOptions): Entry => {
    const known = entries.get(key);
    if (known) {
      known.load = load;
      return known;
    }
    const state = { ...NOTHING, data: keep ? parse(storage.getItem(PREFIX + key)) : undefined };
    const entry: Entry = { state, load, keep, at: 0, version: 0, running: null, listeners: new Set() };
    entries.set(key, entry);
    return entry;
  };
  const reload = (key: string): Promise<void> => {
    const entry = entries.get(key);
    if (!entry) return Promise.resolve();
    entry.running ??= run(key, entry).finally(() => {
      entry.running = null;
    });
    return entry.running;
  };
  const run = async (key: string, entry: Entry): Promise<void> => {
    if (!entry.state.loading) set(entry, { ...entry.state, loading: true });
    let version: number;
    do {
      version = entry.version;
      try {
        const data = await entry.load();
        if (version !== entry.version || entries.get(key) !== entry) continue;
        entry.at = now();
        set(entry, { data: keepIdentity(entry.state.data, data), error: undefined, loading: false });
        store(key, entry);
      } catch (error) {
        set(entry, { ...entry.state, error, loading: false });
      }
    } while (version !== entry.version && entries.get(key) === entry);
  };

  return {
    /** Returns what is known; asks for nothing. */
    peek: <T>(key: string, load: () => Promise<T>, options: ResourceOptions = {}) =>
      entryOf(key, load, options).state as Resource<T>,
    /** Listens, and asks the server unless it has just answered. */
    follow: <T>(key: string, load: () => Promise<T>, options: ResourceOptions, listener: () => void) => {
      const entry = entryOf(key, load, options);
      entry.listeners.add(listener);
      if (now() - entry.at > FRESH_MS) void reload(key);
      return () => {
        entry.listeners.delete(listener);
      };
    },
    reload,
    /** Asks again for what has just changed: an answer that is on its way may be too old. */
    refresh: (key: string): Promise<void> => {
      const entry = entries.get(key);
      if (entry?.running) entry.version += 1;
      return reload(key);
    },
    /** Returns what is known once an answer that is on its way has come; asks for nothing. */
    settled: async <T>(key: string): Promise<T | undefined> => {
      await entries.get(key)?.running;
      return entries.get(key)?.state.data as T | undefined;
    },
    /** Asks again for all that is on the screen; after an absence or a lost connection. */
    reloadAll: () =>
      Promise.all([...entries].filter(([, { listeners }]) => listeners.size > 0).map(([key]) => reload(key))),
    /** Changes what is known, when a call has answered with it. */
    update: <T>(key: string, change: (data: T) => T) => {
      const entry = entries.get(key);
      if (!entry || entry.state.data === undefined) return;
      entry.version += 1;
      set(entry, { ...entry.state, data: change(entry.state.data as T) });
      store(key, entry);
    },
    /** Forgets everything, here and in the storage: somebody else may sign in next. */
    clear: () => {
      entries.clear();
      for (const key of storage.keys()) if (key.startsWith(PREFIX)) storage.removeItem(key);
    },
  };
}

function parse(stored: string | null): unknown {
  try {
    return stored ? (JSON.parse(stored) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** An answer that says the same keeps the old object, so that nothing is drawn anew. */
function keepIdentity(before: unknown, after: unknown): unknown {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
