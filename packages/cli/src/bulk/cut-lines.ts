import type { Chunks } from '../io.js';

const LINE_FEED = 0x0a;
const NOT_UTF8 = Uint8Array.of(0xff);

/**
 * Cuts each line that is longer than so many octets, and ends it with one that is not UTF-8, so that what it was cut in
 * is not taken for the whole. Only lines that begin in one piece and end in another are looked at: `mostOctets` has to
 * be more than a piece has.
 */
export async function* withLinesCut(
  mostOctets: number,
  chunks: Chunks,
): AsyncGenerator<Uint8Array> {
  /** Octets of the line that the pieces so far have left open. */
  let open = 0;
  for await (const chunk of chunks) {
    const lineFeed = chunk.indexOf(LINE_FEED);
    const length = lineFeed === -1 ? chunk.length : lineFeed;
    if (open + length <= mostOctets) {
      yield chunk;
    } else {
      if (open <= mostOctets) {
        yield chunk.subarray(0, mostOctets - open);
        yield NOT_UTF8;
      }
      if (lineFeed !== -1) yield chunk.subarray(lineFeed);
    }
    open = lineFeed === -1 ? open + length : chunk.length - 1 - chunk.lastIndexOf(LINE_FEED);
  }
}
