/** Reads files in pieces, and unpacks those that are gzip. */
import { Inflate, Z_SYNC_FLUSH } from 'pako';

type Bytes = Uint8Array<ArrayBuffer>;

/** Decodes gzip only, not also zlib, which has no signature of its own (as `windowBits` of zlib). */
const GZIP_FORMAT = 31;

const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Yields the content of a file. Throws a DOMException if the file cannot be read, and another error if gzip data is damaged or
 * ends early, after the content before.
 *
 * @param onBytes receives the number of packed bytes of each piece that is read
 */
export async function* filePieces(file: Blob, onBytes: (count: number) => void = () => {}): AsyncGenerator<Bytes> {
  const head = new Uint8Array(await file.slice(0, GZIP_MAGIC.length).arrayBuffer());
  const isGzip = GZIP_MAGIC.every((byte, index) => head[index] === byte);
  const packed = readPieces(file, onBytes);
  yield* isGzip ? unpacked(packed) : packed;
}

async function* readPieces(file: Blob, onBytes: (count: number) => void): AsyncGenerator<Bytes> {
  const reader = file.stream().getReader();
  // Not `for await`: Safari cannot iterate streams.
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    onBytes(piece.value.length);
    yield piece.value;
  }
}

/** Not with a `DecompressionStream`: it fails after the first member of several (RFC 1952 2.2), and loses content before it fails. */
async function* unpacked(packed: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  let content: Bytes[] = [];
  let member: Inflate | undefined;
  for await (const piece of packed) {
    if (member === undefined || member.ended) {
      member = new Inflate({ windowBits: GZIP_FORMAT });
      member.onData = (part) => content.push(part);
    }
    const isValid = member.push(piece);
    yield* content;
    content = [];
    if (!isValid) throw new Error('The gzip data is damaged');
  }
  if (member === undefined || member.ended) return;
  // Without this, the content of up to a whole piece would be lost.
  member.push(new Uint8Array(), Z_SYNC_FLUSH);
  yield* content;
  throw new Error('The gzip data ends early');
}
