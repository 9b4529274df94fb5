/** Which rows have no usable URL. */
import { isUtf8 } from 'node:buffer';
import { bufferOf, COLON, SLASH } from '../bytes/bytes.js';
import type { Row } from './read-rows.js';

/** Longer URLs are rejected as damaged input. Servers accept far less. */
const MAX_URL_LENGTH = 1024 * 1024;

/**
 * Returns the reason why a row has no URL that can be checked, except for its syntax after the scheme. A dialect that accepts
 * any text, as Google's parser does, must not allow a text that is not a URL.
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
  return isUrl(bytes, urlStart, urlEnd) ? undefined : 'not a URL';
}

/** Returns the URL of a row, with U+FFFD in place of invalid UTF-8. */
export function urlText({ bytes, urlStart, urlEnd }: Row): string {
  return bufferOf(bytes).toString('utf8', urlStart, urlEnd);
}

/** Schemes are short, and white space before a URL is ignored (URL Standard 4.4). */
const START_LENGTH = 64;
/** A path, a scheme with an authority, or a web scheme with a host, before which slashes may be missing or turned. */
const URL_START =
  /^[\0-\x20]*(?:\/|(?:https?|ftp|wss?):[/\\]*[^/\\?#\0-\x20]|(?!https?:|ftp:|wss?:)[a-z][a-z\d+.-]*:\/\/.)/i;

/** Whether a URL is absolute or starts with a slash. */
function isUrl(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === SLASH || startsWithHttp(bytes, start, end)) return true;
  return isUrlText(bufferOf(bytes).toString('latin1', start, Math.min(end, start + START_LENGTH)));
}

/** Whether the bytes start like nearly all URLs: with `http://` or `https://` and a letter or digit. */
function startsWithHttp(bytes: Uint8Array, start: number, end: number): boolean {
  const isHttp =
    bytes[start] === 0x68 &&
    bytes[start + 1] === 0x74 &&
    bytes[start + 2] === 0x74 &&
    bytes[start + 3] === 0x70;
  const colon = start + (bytes[start + 4] === 0x73 ? 5 : 4);
  const host = colon + 3;
  if (!isHttp || host >= end || bytes[colon] !== COLON) return false;
  const first = bytes[host] as number;
  const isLetterOrDigit = first >= 0x61 || (first >= 0x30 && first <= 0x39);
  return isLetterOrDigit && bytes[colon + 1] === SLASH && bytes[colon + 2] === SLASH;
}

/** Whether a text is absolute or starts with a slash. */
export function isUrlText(text: string): boolean {
  return URL_START.test(text);
}
