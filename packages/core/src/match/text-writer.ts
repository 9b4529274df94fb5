/** Text -> UTF-8 in memory that stays. */

/** What Node and Bun offer besides the standard, as far as it is used. */
interface WithBuffer {
  readonly Buffer?: {
    from(memory: ArrayBufferLike, start: number, length: number): { write(text: string): number };
  };
}

/**
 * A function that writes a text at the beginning of these octets, which must have room for it, and gives the octets
 * written; what is no Unicode becomes U+FFFD. Where there is a `Buffer`, that is three quarters of the time that
 * `TextEncoder` takes, which is a tenth of a verdict by few rules.
 */
export function textWriter(octets: Uint8Array): (text: string) => number {
  const { Buffer } = globalThis as WithBuffer;
  const memory = Buffer?.from(octets.buffer, octets.byteOffset, octets.length);
  if (memory !== undefined) return (text) => memory.write(text);
  const encoder = new TextEncoder();
  return (text) => encoder.encodeInto(text, octets).written;
}
