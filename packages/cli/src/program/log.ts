import type { Writable } from 'node:stream';

const MAX_BUFFERED_BYTES = 1024 * 1024;
const CLOSE_MS = 1000;
const POLL_MS = 20;

/**
 * Writes log lines without ever blocking, failing or growing. Lines are buffered while the output is slow. They are dropped
 * and counted if the buffer is full, if they cannot be written, and once the reader of the output has gone.
 */
export class LogOutput {
  readonly #open: () => Writable;
  #stream: Writable | undefined;
  #hasReader = true;
  #pending = 0;
  #dropped = 0;

  /** @param open returns the output; called again after an error, except if its reader has gone */
  constructor(open: () => Writable) {
    this.#open = open;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Whether lines wait to be written. */
  get isPending(): boolean {
    return this.#pending > 0;
  }

  write(line: string): void {
    const stream = this.#hasReader ? this.#opened() : undefined;
    if (stream === undefined || stream.writableLength + line.length > MAX_BUFFERED_BYTES) {
      this.#dropped++;
      return;
    }
    this.#pending++;
    stream.write(line, (error) => {
      this.#pending--;
      if (error) this.#dropped++;
    });
  }

  /** Waits at most a second for the buffered lines. */
  async close(): Promise<void> {
    for (let waited = 0; this.isPending && waited < CLOSE_MS; waited += POLL_MS) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  #opened(): Writable {
    if (this.#stream !== undefined) return this.#stream;
    const stream = this.#open();
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') this.#hasReader = false;
      this.#stream = undefined;
    });
    this.#stream = stream;
    return stream;
  }
}
