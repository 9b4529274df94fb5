/** Parses a body that arrives in chunks. */

import type { Dialect } from '../dialect/dialect.js';
import { LOOK_AHEAD } from '../syntax/body.js';
import { checkBody, type ParseOptions, RobotsTxt, readDialect, readLimit } from './robots-txt.js';

/**
 * Collects a body in chunks of bytes or text and parses it at the end. The result does not depend on chunk boundaries.
 * Stores at most the parsing limit and ignores the rest.
 *
 * @example
 * ```ts
 * import { RobotsTxtParser } from '@repkit/core';
 *
 * const parser = new RobotsTxtParser();
 * for (const chunk of ['User-agent: *\nDis', 'allow: /private/']) {
 *   if (!parser.push(chunk)) break;
 * }
 * parser.end().isAllowed('https://example.com/private/', 'ExampleBot'); // false
 * ```
 */
export class RobotsTxtParser {
  readonly #dialect: Dialect;
  readonly #limit: number;
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(4096);
  #length = 0;
  /** The first half of a surrogate pair at the end of a text chunk. */
  #pending = '';

  constructor(options?: ParseOptions) {
    this.#dialect = readDialect(options?.dialect);
    this.#limit = readLimit(options?.maxBytes);
  }

  /**
   * Takes the next chunk. Returns false once further chunks cannot change the result. Throws a TypeError if the chunk is neither
   * text nor bytes.
   */
  push(chunk: Uint8Array | string): boolean {
    checkBody(chunk);
    if (typeof chunk === 'string') this.#append(this.#encode(chunk));
    else if (chunk.length > 0) {
      this.#flushPending();
      this.#append(chunk);
    }
    return this.#length < this.#limit + LOOK_AHEAD;
  }

  /** Ends the body and returns the parsed file. */
  end(): RobotsTxt {
    this.#flushPending();
    return new RobotsTxt(this.#bytes.slice(0, this.#length), this.#dialect, this.#limit);
  }

  /** A half without its counterpart becomes U+FFFD, as in a whole text. */
  #flushPending(): void {
    if (this.#pending !== '') this.#append(this.#encoder.encode(this.#pending));
    this.#pending = '';
  }

  #encode(chunk: string): Uint8Array {
    const text = this.#pending + chunk;
    const last = text.charCodeAt(text.length - 1);
    const cut = last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
    this.#pending = text.slice(cut);
    return this.#encoder.encode(text.slice(0, cut));
  }

  #append(bytes: Uint8Array): void {
    const maxBytes = this.#limit + LOOK_AHEAD;
    const wanted = Math.min(this.#length + bytes.length, maxBytes);
    if (wanted > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(Math.max(wanted, this.#bytes.length * 2), maxBytes));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes.subarray(0, wanted - this.#length), this.#length);
    this.#length = wanted;
  }
}

/**
 * Creates a stream that takes the chunks of one body and emits one RobotsTxt at the end.
 *
 * @example
 * ```ts
 * import { robotsTxtStream } from '@repkit/core';
 *
 * const body = new Blob(['User-agent: *\nDisallow: /private/']).stream();
 * const { value: robotsTxt } = await body.pipeThrough(robotsTxtStream()).getReader().read();
 * robotsTxt?.isAllowed('https://example.com/private/', 'ExampleBot'); // false
 * ```
 */
export function robotsTxtStream(options?: ParseOptions): TransformStream<Uint8Array | string, RobotsTxt> {
  const parser = new RobotsTxtParser(options);
  return new TransformStream({
    transform: (chunk) => {
      parser.push(chunk);
    },
    flush: (controller) => controller.enqueue(parser.end()),
  });
}
