import type { Settled } from './board-status';

/** Who waits for the server's answer to which change. */
export class Settlements {
  readonly #waiting = new Map<string, ((settled: Settled) => void)[]>();

  of(id: string): Promise<Settled> {
    return new Promise((resolve) => {
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]);
    });
  }

  tell(id: string, settled: Settled): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve(settled);
    this.#waiting.delete(id);
  }
}
