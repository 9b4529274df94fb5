/** A decoder of zlib that is driven by its reader. */
import type { createBrotliDecompress, createInflateRaw } from 'node:zlib';

type Zlib = ReturnType<typeof createBrotliDecompress | typeof createInflateRaw>;

/** Decodes one chunk at a time, so that all output before a data error is yielded before the error is thrown. */
export class Decoder {
  readonly #zlib: Zlib;
  /** How the last step ended; undefined while it runs. */
  #outcome: 'done' | 'complete' | Error | undefined;
  #wake: () => void = () => {};
  #written = 0;

  constructor(zlib: Zlib) {
    this.#zlib = zlib;
    zlib.on('readable', () => this.#wake());
    // Complete data ends the stream even in the middle of a chunk, without a callback for that step.
    zlib.on('end', () => this.#settle('complete'));
    zlib.on('error', (error) => this.#settle(error));
  }

  /** Number of input bytes of the last step that follow complete data. */
  get unused(): number {
    return this.#written - this.#zlib.bytesWritten;
  }

  /**
   * Yields the output of the next chunk, or the rest at the end. Throws on invalid data. Ignores input after complete
   * data.
   */
  async *step(input: Uint8Array | 'end'): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#outcome === 'complete') return;
    this.#begin(input);
    for (;;) {
      const output: Uint8Array | null = this.#zlib.read();
      if (output !== null) yield output;
      else if (this.#outcome instanceof Error) throw this.#outcome;
      else if (this.#outcome !== undefined) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  destroy(): void {
    this.#zlib.destroy();
  }

  #begin(input: Uint8Array | 'end'): void {
    this.#outcome = undefined;
    if (input === 'end') {
      this.#zlib.end();
      return;
    }
    this.#written += input.length;
    this.#zlib.write(input, (error) => {
      // Errors are also emitted as events.
      if (!error) this.#settle('done');
    });
  }

  #settle(outcome: 'done' | 'complete' | Error): void {
    this.#outcome = outcome;
    this.#wake();
  }
}
