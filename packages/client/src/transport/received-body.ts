/** The chunks of a body as they come -> its octets in UTF-8, as far as the parsing limit (RFC 9309 2.5). */
import { Utf8Transcoder } from './charset.js';
import { type ContentCoding, decodeContent } from './content-decoding.js';
import type { ReceivedBody } from './outcome.js';

export interface BodyForm {
  /** In the order in which they were applied. */
  readonly codings: readonly ContentCoding[];
  /** The Content-Type as it came. */
  readonly contentType: string | undefined;
}

/**
 * Reads a body until one octet past the limit. That octet may be one of several of a character: the parser drops the
 * line that the limit cuts, and has to see that the body went on. Rejects with what broke the body off before that;
 * what is wrong with it later on is not met. Memory: twice what is kept.
 */
export async function receiveBody(
  wire: AsyncIterable<Uint8Array>,
  form: BodyForm,
  maxBytes: number,
): Promise<ReceivedBody> {
  const source = new Counted(wire);
  const transcoder = new Utf8Transcoder(form.contentType);
  const kept = new OctetBuffer(maxBytes + 1);
  for await (const chunk of decodeContent(source, form.codings, maxBytes)) {
    kept.add(transcoder.push(chunk));
    if (kept.isFull) break;
  }
  if (!kept.isFull) kept.add(transcoder.end());
  return {
    octets: kept.octets(),
    truncated: kept.isFull,
    charset: transcoder.charset,
    wireOctets: source.octets,
  };
}

/** Chunks, and how many octets they had in all. */
class Counted implements AsyncIterable<Uint8Array> {
  octets = 0;
  readonly #chunks: AsyncIterable<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of this.#chunks) {
      this.octets += chunk.length;
      yield chunk;
    }
  }
}

const FIRST_ROOM = 16 * 1024;

/** Octets one after the other up to a limit. Chunks are copied, as a body may come in chunks of one octet each. */
class OctetBuffer {
  readonly #limit: number;
  #room: Uint8Array;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#room = new Uint8Array(Math.min(limit, FIRST_ROOM));
  }

  get isFull(): boolean {
    return this.#length === this.#limit;
  }

  add(chunk: Uint8Array): void {
    const added = chunk.subarray(0, this.#limit - this.#length);
    const length = this.#length + added.length;
    if (length > this.#room.length) {
      const room = new Uint8Array(Math.min(this.#limit, Math.max(length, 2 * this.#room.length)));
      room.set(this.#room.subarray(0, this.#length));
      this.#room = room;
    }
    this.#room.set(added, this.#length);
    this.#length = length;
  }

  /** A copy of its own. */
  octets(): Uint8Array {
    return this.#room.slice(0, this.#length);
  }
}
