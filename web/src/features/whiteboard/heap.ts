/** Things by their cost: the cheapest comes out first, and of equals the one that came first. */
export class Heap<T> {
  readonly #entries: { cost: number; order: number; value: T }[] = [];
  #count = 0;

  push(cost: number, value: T): void {
    const entries = this.#entries;
    entries.push({ cost, order: this.#count, value });
    this.#count += 1;
    let index = entries.length - 1;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!this.#isBefore(index, above)) break;
      this.#swap(index, above);
      index = above;
    }
  }

  pop(): T | null {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (!first || !last) return null;
    if (entries.length === 0) return first.value;
    entries[0] = last;
    let index = 0;
    for (;;) {
      let least = index;
      for (const below of [2 * index + 1, 2 * index + 2]) {
        if (below < entries.length && this.#isBefore(below, least)) least = below;
      }
      if (least === index) return first.value;
      this.#swap(index, least);
      index = least;
    }
  }

  #isBefore(index: number, other: number): boolean {
    const [a, b] = [this.#entries[index], this.#entries[other]];
    if (!a || !b) return false;
    return a.cost < b.cost || (a.cost === b.cost && a.order < b.order);
  }

  #swap(index: number, other: number): void {
    const [a, b] = [this.#entries[index], this.#entries[other]];
    if (a && b) [this.#entries[index], this.#entries[other]] = [b, a];
  }
}
