/**
 * Bounds what a Brotli decoder takes. It fills its whole window, of 16 MiB at most, before it gives anything, and whoever
 * encodes chooses the window: a bomb costs 16 MiB even where its reader stops at once.
 *
 * A window says how far back a copy may reach, and that is never further than the start of the body (RFC 7932 4). So as
 * far as a narrower window reaches from the start, it gives the same octets.
 */

/** RFC 7932 9.1: the widths that are four bits of the first octet: a 1, and three bits that are not all 0. */
const WIDTHS = [18, 19, 20, 21, 22, 23, 24];
const WIDEST = 24;
const OFFSET = 17;

/**
 * A Brotli stream with the narrowest window that gives its first `exactOctets` octets as they are meant; what follows
 * them may come out as something else.
 */
export async function* withNarrowWindow(
  stream: AsyncIterable<Uint8Array>,
  exactOctets: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const width = WIDTHS.find((each) => covered(each) >= exactOctets) ?? WIDEST;
  let isStart = true;
  for await (const chunk of stream) {
    yield isStart ? narrowed(chunk, width) : chunk;
    isStart &&= chunk.length === 0;
  }
}

/** RFC 7932 9.1: "The actual sliding window size […] is (1 << WBITS) - 16". */
function covered(width: number): number {
  return (1 << width) - 16;
}

/** The start of a stream with a window of that width; as it is where its own is no wider. */
function narrowed(start: Uint8Array, width: number): Uint8Array {
  const [first = 0] = start;
  const isOfFourBits = (first & 1) === 1;
  if (!isOfFourBits || OFFSET + ((first >> 1) & 7) <= width) return start;
  const changed = Uint8Array.from(start);
  changed[0] = (first & 0xf0) | ((width - OFFSET) << 1) | 1;
  return changed;
}
