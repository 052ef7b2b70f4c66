import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { Refusal, Snapshot, Storage, Stored } from './storage';
import { isChange, isRefusal, isSnapshot } from './stored-shape';
import type { ChangeRequest } from './wire';

interface Schema extends DBSchema {
  snapshots: { key: string; value: Snapshot };
  queue: {
    key: number;
    value: { board: string; tab: string; id: string; change: ChangeRequest };
    indexes: { board: string; id: [string, string] };
  };
  refusals: { key: [string, string]; value: Refusal & { board: string } };
}

/** Tells which tabs still run, by their names. */
export interface Tabs {
  readonly own: string;
  alive(): Promise<ReadonlySet<string>>;
}

const PREFIX = 'tandem-live-';
const VERSION = 1;

/** What must survive a reload, in the browser's own database; one per account. */
export async function openStorage(account: string, tabs: Tabs): Promise<Storage> {
  return new IndexedDbStorage(await openDatabase(account), tabs);
}

/** Counts an account's edits in this browser that the server has not answered. */
export async function countUnsent(account: string): Promise<number> {
  const database = await openDatabase(account);
  const count = await database.count('queue');
  database.close();
  return count;
}

/** Removes everything an account left in this browser. */
export async function forget(account: string): Promise<void> {
  await deleteDB(PREFIX + account);
}

async function openDatabase(account: string): Promise<IDBPDatabase<Schema>> {
  const database = await openDB<Schema>(PREFIX + account, VERSION, {
    upgrade(database) {
      database.createObjectStore('snapshots');
      const queue = database.createObjectStore('queue', { autoIncrement: true });
      queue.createIndex('board', 'board');
      queue.createIndex('id', ['board', 'id']);
      database.createObjectStore('refusals', { keyPath: ['board', 'id'] });
    },
    // Another tab signs out and removes the database.
    blocking: () => database.close(),
  });
  return database;
}

class IndexedDbStorage implements Storage {
  constructor(
    private readonly database: IDBPDatabase<Schema>,
    private readonly tabs: Tabs,
  ) {}

  async waiting(): Promise<readonly string[]> {
    const entries = await this.database.getAll('queue');
    return [...new Set(entries.map((entry) => entry.board))];
  }

  async load(board: string): Promise<Stored> {
    const [snapshot, refusals, queue] = await Promise.all([
      this.database.get('snapshots', board),
      this.database.getAll('refusals', IDBKeyRange.bound([board, ''], [board, '\uffff'])),
      this.#adopt(board),
    ]);
    return {
      snapshot: isSnapshot(snapshot) ? snapshot : null,
      queue,
      refusals: refusals.map(({ board: _, ...refusal }) => refusal).filter(isRefusal),
    };
  }

  async saveSnapshot(board: string, snapshot: Snapshot): Promise<void> {
    await this.database.put('snapshots', snapshot, board);
  }

  async putChanges(board: string, changes: readonly ChangeRequest[]): Promise<void> {
    const transaction = this.database.transaction('queue', 'readwrite');
    for (const change of changes) {
      const key = await transaction.store.index('id').getKey([board, change.id]);
      await transaction.store.put({ board, tab: this.tabs.own, id: change.id, change }, key);
    }
    await transaction.done;
  }

  async dropChange(board: string, id: string): Promise<void> {
    const transaction = this.database.transaction('queue', 'readwrite');
    const key = await transaction.store.index('id').getKey([board, id]);
    if (key !== undefined) await transaction.store.delete(key);
    await transaction.done;
  }

  async putRefusal(board: string, refusal: Refusal): Promise<void> {
    await this.database.put('refusals', { board, ...refusal });
  }

  async dropRefusal(board: string, id: string): Promise<void> {
    await this.database.delete('refusals', [board, id]);
  }

  /** Takes over the changes of tabs that are gone. Should two tabs take the same, the server makes them once. */
  async #adopt(board: string): Promise<ChangeRequest[]> {
    const alive = await this.tabs.alive();
    const transaction = this.database.transaction('queue', 'readwrite');
    const adopted: ChangeRequest[] = [];
    let cursor = await transaction.store.index('board').openCursor(board);
    while (cursor) {
      const entry = cursor.value;
      if (!isChange(entry.change)) {
        await cursor.delete();
      } else if (entry.tab === this.tabs.own || !alive.has(entry.tab)) {
        adopted.push(entry.change);
        await cursor.update({ ...entry, tab: this.tabs.own });
      }
      cursor = await cursor.continue();
    }
    await transaction.done;
    return adopted;
  }
}
