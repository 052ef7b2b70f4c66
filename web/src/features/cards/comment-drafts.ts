import type { LineComment } from '@/lib/cards-api';
import type { DiffLine } from '@/lib/file-diff';
import { type KeyValues, tabStorage } from '@/lib/storage';
import { Listeners } from '@/live/listeners';

/** The server takes no more at once. */
export const MAX_COMMENTS = 50;

/** What has been written about the lines of a card's diff, and not been sent. It is kept for this tab. */
export class CommentDrafts {
  readonly #storage: KeyValues;
  readonly #key: string;
  readonly #changed = new Listeners();
  #list: readonly LineComment[];

  constructor(user: string, board: string, card: string, storage: KeyValues = tabStorage()) {
    this.#storage = storage;
    this.#key = `tandem.draft.${user}.comments.${board}.${card}`;
    this.#list = read(storage.getItem(this.#key));
  }

  list(): readonly LineComment[] {
    return this.#list;
  }

  subscribe(listener: () => void): () => void {
    return this.#changed.add(listener);
  }

  /** Keeps a comment; an empty one takes away what was there. */
  put(comment: LineComment): void {
    const place = placeOf(comment);
    const isThere = this.#list.some((other) => placeOf(other) === place);
    if (comment.text.trim() === '') this.#set(this.#list.filter((other) => placeOf(other) !== place));
    else if (isThere) this.#set(this.#list.map((other) => (placeOf(other) === place ? comment : other)));
    else if (this.#list.length < MAX_COMMENTS) this.#set([...this.#list, comment]);
  }

  /** Forgets what was sent; what has been written since stays. */
  remove(sent: readonly LineComment[]): void {
    this.#set(this.#list.filter((comment) => !sent.includes(comment)));
  }

  #set(list: readonly LineComment[]): void {
    this.#list = list;
    try {
      if (list.length === 0) this.#storage.removeItem(this.#key);
      else this.#storage.setItem(this.#key, JSON.stringify(list));
    } catch {
      // A full storage costs only what would be here after a reload.
    }
    this.#changed.call();
  }
}

/** Names the line that a comment is about. */
export function placeOf({ path, line, side = 'new' }: Pick<LineComment, 'path' | 'line' | 'side'>): string {
  return `${side}:${line}:${path}`;
}

/** Returns a comment on a line of a diff that says nothing yet; null for a line without a number. */
export function commentOn(path: string, { sign, before, after, text }: DiffLine): LineComment | null {
  const side = sign === '-' ? 'old' : 'new';
  const line = side === 'old' ? before : after;
  return line === null ? null : { path, line, side, quote: quotable(text), text: '' };
}

const MAX_QUOTE = 2_000;

/** Returns a line as the server takes it: not too long, and without what no keyboard writes. */
function quotable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones the server refuses.
  const plain = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu, '');
  return [...plain.slice(0, 2 * MAX_QUOTE)].slice(0, MAX_QUOTE).join('');
}

function read(stored: string | null): readonly LineComment[] {
  try {
    const list: unknown = stored === null ? [] : JSON.parse(stored);
    return Array.isArray(list) ? (list as LineComment[]).slice(0, MAX_COMMENTS) : [];
  } catch {
    return [];
  }
}
