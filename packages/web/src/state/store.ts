/** One plain object with all that the page shows, and who wants to know when it changes. */
export class Store<State extends object> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Changes some of the fields; nobody is told where all of them are what they were. */
  change(part: Partial<State>): void {
    const next = { ...this.#state, ...part };
    const keys = Object.keys(part) as (keyof State)[];
    if (keys.every((key) => Object.is(next[key], this.#state[key]))) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
