/** Percent-encoding, octet by octet (RFC 3986 2.1). */

/** By octet: the value of the hex digit, or -1. */
const HEX_VALUES = Int8Array.from({ length: 256 }, (_, octet) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(octet).toLowerCase()),
);

/** The octet that two hex digits stand for, or a negative number where one of them is none. */
export function escapedOctet(high: number, low: number): number {
  return (HEX_VALUES[high] << 4) | HEX_VALUES[low];
}

/** The octet of the upper-case hex digit for a value from 0 to 15. */
export function upperHexDigit(value: number): number {
  return value < 10 ? 0x30 + value : 0x37 + value;
}

/** The escape of an octet as text. */
export function escapeOf(octet: number): string {
  return `%${String.fromCharCode(upperHexDigit(octet >> 4), upperHexDigit(octet & 15))}`;
}
