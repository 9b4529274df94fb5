/** Values of other records, as far as the protocol's users agree on them. */

const ABSOLUTE_URL = /^[a-z][a-z\d+.-]*:\/\/./i;
/** Each digit has one place in it, so that a long value is read once. */
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Whether a sitemap's value is the absolute URL that it must be (sitemaps.org). */
export function isAbsoluteUrl(value: string): boolean {
  return ABSOLUTE_URL.test(value);
}

/** The seconds of a crawl-delay, or undefined where the value is no number. */
export function parseDelay(value: string): number | undefined {
  return DECIMAL.test(value) ? Number(value) : undefined;
}
