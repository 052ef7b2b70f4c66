/** Waits between attempts: doubling from `first` to `most`, shortened at random so that clients do not come back together. */
export class Backoff {
  #failures = 0;

  constructor(
    private readonly first: number,
    private readonly most: number,
    private readonly random: () => number,
  ) {}

  /** Returns how long to wait before the next attempt, and counts a failure. */
  next(): number {
    const whole = Math.min(this.most, this.first * 2 ** Math.min(this.#failures, 30));
    this.#failures += 1;
    return whole * (0.5 + this.random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}
