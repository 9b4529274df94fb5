/** Where the frames of zstd lie in a file or a body (RFC 8878 3.1), by their headers alone. */
import { Buffer } from 'node:buffer';

/** The first octets of a frame. */
export const ZSTD = [0x28, 0xb5, 0x2f, 0xfd] as const;

const MAGIC = 0xfd2fb528;
const BLOCK_HEADER_OCTETS = 3;
/** Of the dictionary's name, and of the size of the content, by their flags (3.1.1.1.3, 3.1.1.1.4). */
const DICTIONARY_OCTETS = [0, 1, 2, 4] as const;
const CONTENT_OCTETS = [0, 2, 4, 8] as const;
const RLE_BLOCK = 1;

/** What is in a file of zstd without being content (3.1.2). */
export function isSkippable(head: Uint8Array): boolean {
  const [first = 0, ...others] = head;
  return first >> 4 === 5 && [0x2a, 0x4d, 0x18].every((octet, at) => others[at] === octet);
}

/**
 * Frame by frame. Throws an error with the code ZSTD_frame where the file is cut short, or has something else in it: Node
 * reads the first frame alone, and Node 22 takes one that is cut short for one that has nothing in it.
 */
export class ZstdFrames {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #octets: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks;
  }

  /** Goes to the next frame with content; false at the end of the file. */
  async next(): Promise<boolean> {
    while (await this.#has(1)) {
      const head = await this.#peek(4);
      if (head.readUInt32LE(0) === MAGIC) return true;
      if (!isSkippable(head)) throw damage('something that is no zstd follows a frame');
      const length = (await this.#peek(8)).readUInt32LE(4);
      for await (const _ of this.#take(8 + length)) {
        // Passed over.
      }
    }
    return false;
  }

  /** The octets of the frame, header and checksum with it. */
  async *octets(): AsyncGenerator<Uint8Array> {
    const descriptor = (await this.#peek(5)).readUInt8(4);
    const isSingleSegment = (descriptor & 0x20) !== 0;
    const contentFlag = descriptor >> 6;
    const contentOctets =
      contentFlag === 0 && isSingleSegment ? 1 : (CONTENT_OCTETS[contentFlag] ?? 0);
    const dictionaryOctets = DICTIONARY_OCTETS[descriptor & 3] ?? 0;
    yield* this.#take(5 + (isSingleSegment ? 0 : 1) + dictionaryOctets + contentOctets);
    for (let isLast = false; !isLast; ) {
      const header = (await this.#peek(BLOCK_HEADER_OCTETS)).readUIntLE(0, BLOCK_HEADER_OCTETS);
      isLast = (header & 1) === 1;
      const length = ((header >> 1) & 3) === RLE_BLOCK ? 1 : header >> 3;
      yield* this.#take(BLOCK_HEADER_OCTETS + length);
    }
    if ((descriptor & 4) !== 0) yield* this.#take(4);
  }

  async *#take(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (!(await this.#has(1))) throw damage('it ends in the middle of a frame');
      const piece = this.#octets.subarray(0, left);
      this.#octets = this.#octets.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async #peek(count: number): Promise<Buffer> {
    if (!(await this.#has(count))) throw damage('it ends in the middle of a frame');
    return this.#octets;
  }

  async #has(count: number): Promise<boolean> {
    while (this.#octets.length < count) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return false;
      this.#octets = Buffer.concat([this.#octets, value]);
    }
    return true;
  }
}

function damage(why: string): Error {
  return Object.assign(new Error(why), { code: 'ZSTD_frame' });
}
