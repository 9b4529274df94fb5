/**
 * The reference works on octet strings: one character an octet, U+0000 to U+00FF.
 * They can be cut, compared and searched with the plain string methods.
 */

export function octetsOfBytes(bytes: Uint8Array): string {
  let octets = '';
  for (const byte of bytes) octets += String.fromCharCode(byte);
  return octets;
}

/** The UTF-8 form of a text; a lone surrogate becomes U+FFFD. */
export function octetsOfText(text: string): string {
  return octetsOfBytes(new TextEncoder().encode(text));
}

export function bytesOfOctets(octets: string): Uint8Array {
  const bytes = new Uint8Array(octets.length);
  for (let at = 0; at < octets.length; at++) bytes[at] = octets.charCodeAt(at);
  return bytes;
}

/** For people to read, and for comparison with a text: octets that are no UTF-8 become U+FFFD. */
export function textOfOctets(octets: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOfOctets(octets));
}

export function isHexPair(text: string): boolean {
  return /^[0-9A-Fa-f]{2}$/.test(text);
}

export function escapeOctet(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
