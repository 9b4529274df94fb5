/** Which rows have no usable URL. */
import { isUtf8 } from 'node:buffer';
import { bufferOf } from '../bytes/bytes.js';
import { NOT_PLAIN, type Row } from './read-rows.js';

/** Longer URLs are rejected as damaged input. Servers accept far less. */
const MAX_URL_LENGTH = 1024 * 1024;

/**
 * Returns the reason why a row has no URL that can be checked. A dialect that accepts any text, as Google's parser does, must
 * not allow a text that is not a URL.
 *
 * @param isTextUtf8 whether all bytes around the row are UTF-8
 */
export function urlProblem(row: Row, isTextUtf8: boolean): string | undefined {
  const { bytes, urlStart, urlEnd, targetStart, text } = row;
  if (urlStart === urlEnd) return text?.problem ?? 'contains no URL';
  if (!isTextUtf8 && !isUtf8(bytes.subarray(urlStart, urlEnd))) return 'the URL is not UTF-8';
  if (urlEnd - urlStart > MAX_URL_LENGTH && urlText(row).length > MAX_URL_LENGTH) {
    return 'the URL is longer than 1 MiB';
  }
  return targetStart !== NOT_PLAIN || isUrlText(urlText(row)) ? undefined : 'not a URL';
}

/** Returns the URL of a row, with U+FFFD in place of invalid UTF-8. */
export function urlText({ bytes, urlStart, urlEnd }: Row): string {
  return bufferOf(bytes).toString('utf8', urlStart, urlEnd);
}

/** A path. White space before a URL is ignored (URL Standard 4.4). */
const PATH_START = /^[\0-\x20]*\//;
/** A scheme with an authority, or a web scheme with a host; slashes before the host may be missing or be backslashes. */
const SCHEME_START = /^[\0-\x20]*(?:(?:https?|ftp|wss?):[/\\]*[^/\\?#\0-\x20]|(?!https?:|ftp:|wss?:)[a-z][a-z\d+.-]*:\/\/.)/i;

/** Whether a text is a path, or an absolute URL with a valid host and port. */
export function isUrlText(text: string): boolean {
  return PATH_START.test(text) || (SCHEME_START.test(text) && URL.canParse(text));
}
