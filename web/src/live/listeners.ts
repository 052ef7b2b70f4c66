/** A set of callbacks that hear of something; returns the way to stop hearing. */
export class Listeners<Args extends unknown[] = []> {
  readonly #callbacks = new Set<(...args: Args) => void>();

  add(callback: (...args: Args) => void): () => void {
    // Wrapped, so that the same function added twice is heard twice and removed once.
    const own = (...args: Args) => callback(...args);
    this.#callbacks.add(own);
    return () => this.#callbacks.delete(own);
  }

  call(...args: Args): void {
    for (const callback of [...this.#callbacks]) callback(...args);
  }

  get size(): number {
    return this.#callbacks.size;
  }
}

/** Callbacks by key, for components that want to hear of one node only. */
export class KeyedListeners {
  readonly #byKey = new Map<string, Listeners>();

  add(key: string, callback: () => void): () => void {
    let listeners = this.#byKey.get(key);
    if (!listeners) {
      listeners = new Listeners();
      this.#byKey.set(key, listeners);
    }
    const remove = listeners.add(callback);
    return () => {
      remove();
      if (this.#byKey.get(key)?.size === 0) this.#byKey.delete(key);
    };
  }

  call(key: string): void {
    this.#byKey.get(key)?.call();
  }
}
