/**
 * The reference works on octet strings with one character (U+0000 to U+00FF) per octet, so that plain string methods
 * apply.
 */

export function latin1OfBytes(bytes: Uint8Array): string {
  let latin1 = '';
  for (const byte of bytes) latin1 += String.fromCharCode(byte);
  return latin1;
}

/** The UTF-8 form of a text; a lone surrogate becomes U+FFFD. */
export function latin1OfText(text: string): string {
  return latin1OfBytes(new TextEncoder().encode(text));
}

export function bytesOfLatin1(latin1: string): Uint8Array {
  const bytes = new Uint8Array(latin1.length);
  for (let at = 0; at < latin1.length; at++) bytes[at] = latin1.charCodeAt(at);
  return bytes;
}

/** Decodes octets for display and comparison; invalid UTF-8 becomes U+FFFD. */
export function textOfLatin1(latin1: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOfLatin1(latin1));
}

export function isHexPair(text: string): boolean {
  return /^[0-9A-Fa-f]{2}$/.test(text);
}

export function escapeByte(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
