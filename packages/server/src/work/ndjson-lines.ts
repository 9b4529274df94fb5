/** Lines out of octets, for NDJSON: bounded, whatever comes. */

export type Line =
  | { readonly number: number; readonly text: string }
  /** Longer than the limit; its octets were passed over. */
  | { readonly number: number; readonly text: undefined };

const LINE_FEED = 0x0a;

/**
 * The lines of a stream, numbered from 1, without their ends; empty ones are counted and left out. Of a line that is longer
 * than `mostBytes` nothing is kept. No more is read than is asked for.
 */
export async function* ndjsonLines(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  const line = (): Line | undefined => {
    number++;
    const isTooLong = length > mostBytes;
    const text = isTooLong ? undefined : Buffer.concat(pieces).toString().trim();
    pieces = [];
    length = 0;
    return text === '' ? undefined : { number, text };
  };
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      length += piece.length;
      if (length > mostBytes) pieces = [];
      else pieces.push(piece);
      from += piece.length;
      if (end === -1) break;
      from++;
      const whole = line();
      if (whole !== undefined) yield whole;
    }
  }
  if (length > 0) {
    const last = line();
    if (last !== undefined) yield last;
  }
}
