/** Percent-encoding, byte by byte (RFC 3986 2.1). */

/** By byte: the value of the hex digit, or -1. */
const HEX_VALUES = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);

/** The byte that two hex digits stand for, or a negative number where one of them is none. */
export function escapedByte(high: number, low: number): number {
  return (HEX_VALUES[high] << 4) | HEX_VALUES[low];
}

/** The byte of the upper-case hex digit for a value from 0 to 15. */
export function upperHexDigit(value: number): number {
  return value < 10 ? 0x30 + value : 0x37 + value;
}

/** The escape of a byte as text. */
export function escapeOf(byte: number): string {
  return `%${String.fromCharCode(upperHexDigit(byte >> 4), upperHexDigit(byte & 15))}`;
}
