/** Where the frames of zstd lie in a file or a body (RFC 8878 3.1), by their headers alone. */
import { Buffer } from 'node:buffer';

/** The first bytes of a frame. */
export const ZSTD = [0x28, 0xb5, 0x2f, 0xfd] as const;

const MAGIC = 0xfd2fb528;
/** RFC 8878 3.1.2: the last four bits of the magic number are free. */
const SKIPPABLE = 0x184d2a5;
const BLOCK_HEADER_BYTES = 3;
/** Of the dictionary's name, and of the size of the content, by their flags (3.1.1.1.3, 3.1.1.1.4). */
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const CONTENT_BYTES = [0, 2, 4, 8] as const;
const RLE_BLOCK = 1;

/** Returns whether a skippable frame starts here (3.1.2). Reads four bytes, however many follow. */
export function isSkippable(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = head.subarray(0, 4);
  return ((fourth << 20) | (third << 12) | (second << 4) | (first >> 4)) === SKIPPABLE;
}

/**
 * Reads a file of zstd frame by frame, in time linear in its length. Throws an error with the code ZSTD_frame if the file is
 * truncated or contains anything else: Node reads only the first frame, and Node 22 takes a truncated one for an empty one.
 */
export class ZstdFrames {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks;
  }

  /** Goes to the next frame with content; false at the end of the file. */
  async next(): Promise<boolean> {
    while (await this.#has(1)) {
      this.#take(skippableBytes(this.#bytes));
      if (this.#bytes.length === 0) continue;
      await this.#need(4);
      if (this.#bytes.readUInt32LE(0) === MAGIC) return true;
      if (!isSkippable(this.#bytes)) throw damage('something that is no zstd follows a frame');
      await this.#need(8);
      await this.#skip(8 + this.#bytes.readUInt32LE(4));
    }
    return false;
  }

  /**
   * Yields the bytes of the frame, including header and checksum. A piece is as long as the input allows, because each
   * piece costs its reader one step of a decoder and a block may be as short as three bytes.
   */
  async *bytes(): AsyncGenerator<Uint8Array> {
    await this.#need(5);
    const descriptor = this.#bytes.readUInt8(4);
    const isSingleSegment = (descriptor & 0x20) !== 0;
    const contentFlag = descriptor >> 6;
    const contentBytes =
      contentFlag === 0 && isSingleSegment ? 1 : (CONTENT_BYTES[contentFlag] ?? 0);
    const dictionaryBytes = DICTIONARY_BYTES[descriptor & 3] ?? 0;
    // Where the known part of the frame ends, counted from the start of what is buffered.
    let end = 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + contentBytes;
    for (let isLast = false; !isLast; ) {
      if (this.#bytes.length < end + BLOCK_HEADER_BYTES) {
        const known = this.#take(end);
        end -= known.length;
        if (known.length > 0) yield known;
        await this.#need(end === 0 ? BLOCK_HEADER_BYTES : 1);
        continue;
      }
      const header = this.#bytes.readUIntLE(end, BLOCK_HEADER_BYTES);
      isLast = (header & 1) === 1;
      end += BLOCK_HEADER_BYTES + (((header >> 1) & 3) === RLE_BLOCK ? 1 : header >> 3);
    }
    if ((descriptor & 4) !== 0) end += 4;
    while (end > 0) {
      await this.#need(1);
      const known = this.#take(end);
      end -= known.length;
      yield known;
    }
  }

  async #skip(count: number): Promise<void> {
    for (let left = count; left > 0; left -= this.#take(left).length) await this.#need(1);
  }

  /** Up to `most` of the buffered bytes. */
  #take(most: number): Buffer {
    const taken = this.#bytes.subarray(0, most);
    this.#bytes = this.#bytes.subarray(taken.length);
    return taken;
  }

  async #need(count: number): Promise<void> {
    if (!(await this.#has(count))) throw damage('it ends in the middle of a frame');
  }

  async #has(count: number): Promise<boolean> {
    while (this.#bytes.length < count) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return false;
      this.#bytes = Buffer.concat([this.#bytes, value]);
    }
    return true;
  }
}

/**
 * Returns how many bytes of skippable frames are buffered whole. Without a step of a promise for each frame, which cost 5 µs:
 * 100 ms for 128 KiB of empty ones.
 */
function skippableBytes(bytes: Buffer): number {
  let at = 0;
  while (at + 8 <= bytes.length && bytes.readUInt32LE(at) >>> 4 === SKIPPABLE) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) break;
    at = end;
  }
  return at;
}

function damage(why: string): Error {
  return Object.assign(new Error(why), { code: 'ZSTD_frame' });
}
