/** Takes what promises give in the order in which they were made, each as soon as it is there, and bounds how many wait. */
export class InOrder<Item> {
  readonly #most: number;
  readonly #take: (item: Item) => Promise<void>;
  readonly #waiting: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(most: number, take: (item: Item) => Promise<void>) {
    this.#most = most;
    this.#take = take;
  }

  /** Settles when there is room for another one. Rejects with what went wrong before. */
  async add(item: Promise<Item>): Promise<void> {
    const before = this.#last;
    // Taken up at once: of two that fail the second must not be without anybody who listens.
    const taken = Promise.all([item, before]).then(([value]) => this.#take(value));
    taken.catch(() => {});
    this.#last = taken;
    this.#waiting.push(taken);
    if (this.#waiting.length >= this.#most) await this.#waiting.shift();
  }

  /** Settles when all are taken. */
  async end(): Promise<void> {
    await this.#last;
  }
}
