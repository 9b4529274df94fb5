/** Which rows have no usable URL. */
import { isUtf8 } from 'node:buffer';
import { bufferOf, bytesOf, COLON, SLASH } from '../bytes/bytes.js';
import type { Row } from './read-rows.js';

/** Longer URLs are rejected as damaged input. Servers accept far less. */
const MAX_URL_LENGTH = 1024 * 1024;

/**
 * Returns the reason why a row has no URL that can be checked. A dialect that accepts any text, as Google's parser does, must
 * not allow a text that is not a URL.
 *
 * @param isTextUtf8 whether all bytes around the row are UTF-8
 */
export function urlProblem(row: Row, isTextUtf8: boolean): string | undefined {
  const { bytes, urlStart, urlEnd } = row;
  if (urlStart === urlEnd) return 'contains no URL';
  if (!isTextUtf8 && !isUtf8(bytes.subarray(urlStart, urlEnd))) return 'the URL is not UTF-8';
  if (urlEnd - urlStart > MAX_URL_LENGTH && urlText(row).length > MAX_URL_LENGTH) {
    return 'the URL is longer than 1 MiB';
  }
  const isPlain = bytes[urlStart] === SLASH || startsWithPlainHost(bytes, urlStart, urlEnd);
  return isPlain || isUrlText(urlText(row)) ? undefined : 'not a URL';
}

/** Returns the URL of a row, with U+FFFD in place of invalid UTF-8. */
export function urlText({ bytes, urlStart, urlEnd }: Row): string {
  return bufferOf(bytes).toString('utf8', urlStart, urlEnd);
}

/** A path. White space before a URL is ignored (URL Standard 4.4). */
const PATH_START = /^[\0-\x20]*\//;
/** A scheme with an authority, or a web scheme with a host, before which slashes may be missing or turned. */
const SCHEME_START =
  /^[\0-\x20]*(?:(?:https?|ftp|wss?):[/\\]*[^/\\?#\0-\x20]|(?!https?:|ftp:|wss?:)[a-z][a-z\d+.-]*:\/\/.)/i;

/** Whether a text is a path, or an absolute URL with a valid host and port. */
export function isUrlText(text: string): boolean {
  return PATH_START.test(text) || (SCHEME_START.test(text) && URL.canParse(text));
}

/** Lower-case letters and digits are PLAIN; everything that needs a parser is 0. */
const PLAIN = 1;
const DOT = 2;
const HYPHEN = 3;
const KINDS = new Uint8Array(256);
for (const byte of bytesOf('abcdefghijklmnopqrstuvwxyz0123456789')) KINDS[byte] = PLAIN;
KINDS[0x2e] = DOT;
KINDS[0x2d] = HYPHEN;

/**
 * Whether the bytes start like nearly all URLs: with `http://` or `https://` and a host whose validity needs no parser. It
 * consists of lower-case letters, digits, dots and single hyphens, and its last label starts with a letter, so it is neither
 * an IPv4 address nor in Punycode.
 */
function startsWithPlainHost(bytes: Uint8Array, start: number, end: number): boolean {
  const isHttp =
    bytes[start] === 0x68 &&
    bytes[start + 1] === 0x74 &&
    bytes[start + 2] === 0x74 &&
    bytes[start + 3] === 0x70;
  const colon = start + (bytes[start + 4] === 0x73 ? 5 : 4);
  const hasSlashes = bytes[colon + 1] === SLASH && bytes[colon + 2] === SLASH;
  if (!isHttp || bytes[colon] !== COLON || !hasSlashes) return false;
  let label = colon + 3;
  let at = label;
  for (; at < end; at++) {
    const kind = KINDS[bytes[at] as number];
    if (kind === PLAIN) continue;
    if (kind === DOT) label = at + 1;
    else if (kind !== HYPHEN || bytes[at - 1] === bytes[at]) break;
  }
  const isWhole = at === end || bytes[at] === SLASH;
  return isWhole && label < at && (bytes[label] as number) >= 0x61;
}
