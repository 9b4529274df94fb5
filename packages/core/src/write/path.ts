/** Paths as a builder takes them: refused where they would not mean what they say, and escaped where a URL is. */
import { GOOGLE_MAX_LINE_OCTETS } from '../limits.js';

const SLASH = '/';
const URL_START = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const CONTROL = /[\0-\x1f\x7f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const STRAY_PERCENT = /%(?![\da-f]{2})/i;
/** A segment that the URL Standard removes from every target, before the first `*` or `?`. */
const DOT_SEGMENT = /^[^*?]*?\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** What a client that follows the URL Standard writes as %XX: more of it in the path than in the query. */
const ESCAPED_IN_PATH = /[^\x20-\x7e]|[ "<>^`{}]/gu;
const ESCAPED_IN_QUERY = /[^\x20-\x7e]|[ "<>]/gu;
/** The longest path that Google's parser reads behind the longer of the two fields. */
const LONGEST_PATH = GOOGLE_MAX_LINE_OCTETS - 'Disallow: '.length;

/**
 * The path-pattern that means the path. What a URL has only as %XX is escaped; `*` and a last `$` stay special.
 * Throws a TypeError with the mend for a path that crawlers would read as another one, or not at all.
 */
export function readPath(path: string): string {
  if (typeof path !== 'string') throw new TypeError('A path is a string, such as "/private/".');
  if (path === '') throw new TypeError('An empty path restricts nothing: call allowEverything().');
  const shown = JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
  const refuse = (why: string): TypeError => new TypeError(`The path ${shown} ${why}.`);
  const write = (text: string) => `write ${JSON.stringify(text.slice(0, 200))}`;
  if (CONTROL.test(path)) throw refuse('holds a line end or another control: write it as %XX');
  const [origin] = URL_START.exec(path) ?? [];
  if (origin !== undefined)
    throw refuse(`is a URL: ${write(withSlash(path.slice(origin.length)))}`);
  if (!path.startsWith(SLASH)) throw refuse(`does not begin with "/": ${write(SLASH + path)}`);
  if (path.includes('#')) throw refuse('holds "#", which begins a comment: write "%23"');
  if (path.includes('\\')) throw refuse('holds "\\", which clients turn into "/": write "/"');
  if (path.slice(0, -1).includes('$')) {
    throw refuse('holds a "$" that is not last, which stands for itself: write "%24"');
  }
  if (STRAY_PERCENT.test(path)) throw refuse('holds a "%" that starts no escape: write "%25"');
  if (DOT_SEGMENT.test(path))
    throw refuse('holds a segment "." or "..", which no request has: leave it out');
  if (LONE_SURROGATE.test(path)) throw refuse('holds half a character: give it whole');
  const escaped = escapeAsClient(path);
  if (escaped.length > LONGEST_PATH) {
    throw refuse(
      `is longer than ${LONGEST_PATH} octets, and Google cuts its line: give a shorter one`,
    );
  }
  return escaped;
}

function withSlash(path: string): string {
  return path.startsWith(SLASH) ? path : SLASH + path;
}

function escapeAsClient(path: string): string {
  const query = path.indexOf('?');
  if (query < 0) return path.replaceAll(ESCAPED_IN_PATH, encodeURIComponent);
  return (
    path.slice(0, query).replaceAll(ESCAPED_IN_PATH, encodeURIComponent) +
    path.slice(query).replaceAll(ESCAPED_IN_QUERY, encodeURIComponent)
  );
}
