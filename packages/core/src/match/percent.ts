/** Percent-encoding, octet by octet (RFC 3986 2.1). */

function hexValue(octet: number): number {
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const lower = octet | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

/** The octet that two hex digits stand for, or -1 where one of them is none. */
export function escapedOctet(high: number, low: number): number {
  const first = hexValue(high);
  const second = hexValue(low);
  return first < 0 || second < 0 ? -1 : first * 16 + second;
}

/** The octet of the upper-case hex digit for a value from 0 to 15. */
export function upperHexDigit(value: number): number {
  return value < 10 ? 0x30 + value : 0x37 + value;
}

/** The escape of an octet as text. */
export function escapeOf(octet: number): string {
  return `%${String.fromCharCode(upperHexDigit(octet >> 4), upperHexDigit(octet & 15))}`;
}
