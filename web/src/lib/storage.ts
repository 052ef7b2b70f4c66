/** The part of `Storage` that is used here. */
export interface KeyValues {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  keys(): string[];
}

/** A storage that lasts as long as the page, for where the browser forbids a real one. */
export function memoryStorage(): KeyValues {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
}

/** The browser's storage, or one in memory where that is forbidden. */
export function browserStorage(): KeyValues {
  return storageOf(() => window.localStorage);
}

/** What is kept for this tab only, until it is closed. */
export function tabStorage(): KeyValues {
  return storageOf(() => window.sessionStorage);
}

function storageOf(pick: () => Storage): KeyValues {
  try {
    const storage = pick();
    storage.getItem('tandem.probe');
    return {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => storage.setItem(key, value),
      removeItem: (key) => storage.removeItem(key),
      keys: () => Object.keys(storage),
    };
  } catch {
    return memoryStorage();
  }
}
