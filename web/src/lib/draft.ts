import { browserStorage, type KeyValues } from './storage';

/** A message that is written and not sent; it goes when the account signs out. */
export interface Draft {
  read(): string;
  write(text: string): void;
}

export function messageDraft(user: string, session: string, storage: KeyValues = browserStorage()): Draft {
  const key = `tandem.draft.${user}.session.${session}`;
  return {
    read: () => storage.getItem(key) ?? '',
    write: (text) => {
      try {
        if (text === '') storage.removeItem(key);
        else storage.setItem(key, text);
      } catch {
        // A full storage costs only what would be here after a reload.
      }
    },
  };
}
