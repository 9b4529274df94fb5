/** Percent-encoding (RFC 3986 2.1). */

/** The value of each byte as a hex digit, or -1. */
const HEX_VALUES = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

/**
 * Returns the byte of two hex digits, or a negative number if either is invalid.
 *
 *     %c3
 *      ^^
 *      high, low: returns 0xc3
 */
export function escapedByte(high: number, low: number): number {
  return (HEX_VALUES[high] << 4) | HEX_VALUES[low];
}

/** Returns the uppercase hex digit for a value from 0 to 15. */
export function upperHexDigit(value: number): number {
  return value < 10 ? 0x30 + value : 0x37 + value;
}

/** Returns the escape of a byte as text. */
export function escapeOf(byte: number): string {
  return `%${String.fromCharCode(upperHexDigit(byte >> 4), upperHexDigit(byte & 15))}`;
}
