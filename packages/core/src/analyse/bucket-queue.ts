/** A queue of whole numbers by a small whole number: the lowest first, and of equal ones the one that came last. */
export class BucketQueue {
  readonly #buckets: number[][] = [];
  #lowest = 0;

  push(value: number, order: number): void {
    while (this.#buckets.length <= order) this.#buckets.push([]);
    this.#buckets[order].push(value);
    if (order < this.#lowest) this.#lowest = order;
  }

  /** The next value; undefined where there is none. */
  pop(): number | undefined {
    while (this.#lowest < this.#buckets.length) {
      const value = this.#buckets[this.#lowest].pop();
      if (value !== undefined) return value;
      this.#lowest++;
    }
    return undefined;
  }
}
