/**
 * Decides whether an error page says that the page was not found. Google treats a 5xx whose error message is "Page not
 * found" as 404: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec (checked 2026-11-22). Pure.
 */

/** Text that readers do not see. An unclosed element extends to the end. */
const HIDDEN = /<!--.*?(?:-->|$)|<(script|style|template)\b.*?(?:<\/\1\b|$)/gis;

/** The title and main headings. The bounds keep the time linear. */
const HEADINGS = /<(?:title|h1)\b[^<>]{0,200}>([^<]{1,200})/gi;

/** The messages of servers and frameworks. A missing host, file or database is a failure of the server. */
const NOT_FOUND =
  /^not found\b|\b(?:page|url|requested resource) (?:was |could |can )?not (?:be )?found\b|(?:^|\bstatus |\berror )404(?:$|[\s:.–—-]+(?:error$|not found|page not found))/;

/**
 * Returns whether an error page says that the page was not found: in its title, in a main heading, or as plain text without
 * markup. Recognizes only English messages.
 *
 * @example
 * ```ts
 * import { saysNotFound } from '@repkit/client/access';
 *
 * saysNotFound('<title>404 Not Found</title>'); // true
 * saysNotFound('<title>Host not found</title>'); // false
 * ```
 */
export function saysNotFound(page: string | Uint8Array): boolean {
  const text = typeof page === 'string' ? page : new TextDecoder().decode(page);
  const messages = text.includes('<')
    ? Array.from(text.replace(HIDDEN, ' ').matchAll(HEADINGS), ([, heading = '']) => heading)
    : [text.slice(0, 200)];
  return messages.some((message) => NOT_FOUND.test(message.toLowerCase().replace(/\s+/g, ' ').trim()));
}
