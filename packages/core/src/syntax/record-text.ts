/** Text as UTF-8. */
import type { RobotsTxtRecord } from './record.js';

const REPLACEMENT_CHARACTER = '\uFFFD';
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the text of the bytes; undefined if they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a record is valid UTF-8: whether the bytes contain every U+FFFD of the text, because the decoder adds one
 * for invalid bytes. A second decoder that throws would take 5 µs per line, over a second for a hostile file.
 */
export function isUtf8({ text, bytes }: RobotsTxtRecord): boolean {
  let replacements = 0;
  for (let at = text.indexOf(REPLACEMENT_CHARACTER); at >= 0; at = text.indexOf(REPLACEMENT_CHARACTER, at + 1)) {
    replacements++;
  }
  for (let at = 0; replacements > 0 && at + 2 < bytes.length; at++) {
    if (bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) replacements--;
  }
  return replacements === 0;
}

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
