import type { Clock } from './clock';
import type { Refusal, Snapshot, Storage, Stored } from './storage';
import type { ChangeRequest } from './wire';

/** A browser whose database does not answer must not keep a board from opening. */
const PATIENCE_MS = 2_000;

/**
 * What one board keeps in the browser.
 *
 * A browser that cannot store goes on without: the edit is still sent, and kept as long as the page.
 */
export class Journal {
  constructor(
    private readonly board: string,
    private readonly storage: Storage,
    private readonly clock: Clock,
  ) {}

  load(): Promise<Stored | null> {
    return new Promise((resolve) => {
      const cancel = this.clock.after(PATIENCE_MS, () => resolve(null));
      const end = (stored: Stored | null) => {
        cancel();
        resolve(stored);
      };
      this.storage.load(this.board).then(end, () => end(null));
    });
  }

  put(...changes: ChangeRequest[]): void {
    this.storage.putChanges(this.board, changes).catch(ignore);
  }

  drop(id: string): void {
    this.storage.dropChange(this.board, id).catch(ignore);
  }

  /** Keeps a refusal instead of the changes it is about: they are dropped only once it is safe. */
  refuse(refusal: Refusal, changes: readonly ChangeRequest[]): void {
    this.storage
      .putRefusal(this.board, refusal)
      .then(() => {
        for (const { id } of changes) this.drop(id);
      })
      .catch(ignore);
  }

  dismiss(id: string): void {
    this.storage.dropRefusal(this.board, id).catch(ignore);
  }

  save(snapshot: Snapshot): Promise<void> {
    return this.storage.saveSnapshot(this.board, snapshot).catch(ignore);
  }
}

function ignore(): void {}
