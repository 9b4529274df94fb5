/** Reads the lines of an access log in blocks, unpacked if it is gzip, so that memory does not grow with the log. */
import { isGzip } from './unpack.js';

/** Longer lines are cut, and then cannot be read. Servers limit request lines and headers to a few KiB. */
const MAX_LINE_CHARACTERS = 1024 * 1024;

interface LineBlock {
  readonly lines: readonly string[];
  /** Whether the last line has no line end, which only the last block has. */
  readonly isOpen: boolean;
}

/**
 * Rejects with a DOMException if the file cannot be read, and with another error if gzip data is damaged or ends early.
 *
 * @param onBytes receives the number of packed bytes of each piece that is read
 */
export async function* lineBlocks(log: Blob, onBytes: (count: number) => void): AsyncGenerator<LineBlock> {
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      onBytes(piece.length);
      controller.enqueue(piece);
    },
  });
  const packed = log.stream().pipeThrough(counted);
  const reader = ((await isGzip(log)) ? packed.pipeThrough(new DecompressionStream('gzip')) : packed).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  // Not `for await`: Safari cannot iterate streams.
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS);
    yield { lines, isOpen: false };
  }
  yield { lines: rest === '' ? [] : [rest], isOpen: rest !== '' };
}
