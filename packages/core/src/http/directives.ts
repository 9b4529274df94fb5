/** The grammar of X-Robots-Tag headers and robots meta elements. */
import { parseExpiry } from './expiry.js';

/** A directive as written for some crawlers. */
export interface PageDirective {
  /** In lower case, such as `noindex`; unknown names are kept. */
  readonly name: string;
  /** What follows the colon, such as `50` or a date. */
  readonly value?: string;
  /** The time of a valid `unavailable_after`, in milliseconds since 1970. */
  readonly time?: number;
  /** False if the directive requires a value and has no valid one. */
  readonly valid: boolean;
  /** The crawler it is for, in lower case; absent for all crawlers. */
  readonly token?: string;
  readonly source: PageDirectiveSource;
}

export interface PageDirectiveSource {
  readonly in: 'header' | 'meta';
  /** The index of the header value or meta element. */
  readonly index: number;
  /** The directive as written. */
  readonly text: string;
}

/** A meta element: its `name` and `content` attributes. */
export interface MetaElement {
  readonly name: string;
  readonly content: string;
}

type Validate = (value: string) => boolean;
const isNumber: Validate = (value) => /^(?:-1|\d{1,15})$/.test(value);

/** The directives that have a value. All other names before a colon are crawlers. */
const withValue: Readonly<Record<string, Validate>> = {
  'max-snippet': isNumber,
  'max-video-preview': isNumber,
  'max-image-preview': (value) => /^(?:none|standard|large)$/i.test(value),
  unavailable_after: (value) => parseExpiry(value) !== undefined,
};
const EXPIRY = 'unavailable_after';
/** A date has at most this many commas: after the weekday, and before fractions of a second. */
const MAX_COMMAS_IN_DATE = 2;
/** The longest date with its commas. */
const MAX_DATE_LENGTH = 80;

/**
 * Parses the values of the X-Robots-Tag header: `[crawler:] directive[, directive…]`. A crawler applies up to the next
 * crawler or the end of the value, so pass each header separately: in joined headers, directives for all crawlers cannot
 * be distinguished from those for the crawler before them. Never throws because of the content; linear in it.
 *
 * @example
 * ```ts
 * import { readRobotsHeader } from '@repkit/core/preferences';
 *
 * const [first, second] = readRobotsHeader(['noindex', 'bingbot: max-snippet:50']);
 * [first?.name, first?.token]; // [ 'noindex', undefined ]
 * [second?.name, second?.value, second?.token]; // [ 'max-snippet', '50', 'bingbot' ]
 * ```
 */
export function readRobotsHeader(values: string | readonly string[]): PageDirective[] {
  const list = typeof values === 'string' ? [values] : values;
  return list.flatMap((text, index) => readDirectives(text, { in: 'header', index }));
}

/**
 * Parses robots meta elements. The name of an element is `robots` for all crawlers, or that of a crawler. Reads every element,
 * so pass only those with such a name. Never throws because of the content; linear in it.
 *
 * @example
 * ```ts
 * import { readRobotsMeta } from '@repkit/core/preferences';
 *
 * const directives = readRobotsMeta([{ name: 'robots', content: 'noindex, nofollow' }]);
 * directives.map(({ name }) => name); // [ 'noindex', 'nofollow' ]
 * ```
 */
export function readRobotsMeta(elements: readonly MetaElement[]): PageDirective[] {
  return elements.flatMap(({ name, content }, index) => {
    const token = name.trim().toLowerCase();
    return readDirectives(content, { in: 'meta', index }, token === 'robots' ? undefined : token);
  });
}

function readDirectives(text: string, location: Omit<PageDirectiveSource, 'text'>, metaToken?: string): PageDirective[] {
  const directives: PageDirective[] = [];
  let token = metaToken;
  const parts = text.split(',');
  for (let at = 0; at < parts.length; at++) {
    let part = parts[at].trim();
    const crawler = nameBefore(part);
    // Only headers contain crawler names in the value.
    if (location.in === 'header' && isCrawlerName(crawler) && !Object.hasOwn(withValue, crawler)) {
      token = crawler === '*' ? undefined : crawler;
      part = part.slice(part.indexOf(':') + 1).trim();
    }
    if (part === '') continue;
    if (nameBefore(part) === EXPIRY) {
      const commas = commasInDate(parts, at, part.slice(part.indexOf(':') + 1));
      part = [part, ...parts.slice(at + 1, at + 1 + commas)].join(',').trim();
      at += commas;
    }
    directives.push(directiveOf(part, token, location));
  }
  return directives;
}

/** Returns whether a name before a colon is a crawler's, and not the hours of an unreadable date. */
function isCrawlerName(name: string): boolean {
  return name === '*' || (/^[\w.-]+$/.test(name) && /[a-z]/.test(name));
}

/** Returns the name before a colon; empty if there is none. */
function nameBefore(part: string): string {
  return part
    .slice(0, Math.max(part.indexOf(':'), 0))
    .trim()
    .toLowerCase();
}

/** Returns how many of the following parts belong to a date. */
function commasInDate(parts: readonly string[], at: number, start: string): number {
  let longest: number | undefined;
  let date = start;
  for (let commas = 0; commas <= MAX_COMMAS_IN_DATE && date.length <= MAX_DATE_LENGTH; commas++) {
    // Without its fraction and zone, "00:00:00,5+02:00" is a date too.
    if (parseExpiry(date) !== undefined) longest = commas;
    const next = parts[at + commas + 1];
    if (next === undefined) break;
    date += `,${next}`;
  }
  if (longest !== undefined) return longest;
  // An unreadable date ends at the comma, except after a weekday.
  const isWeekday = /^\s*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\s*$/i.test(start);
  return isWeekday && at + 1 < parts.length ? 1 : 0;
}

function directiveOf(text: string, token: string | undefined, location: Omit<PageDirectiveSource, 'text'>): PageDirective {
  const colon = text.indexOf(':');
  const name = (colon < 0 ? text : text.slice(0, colon)).trim().toLowerCase();
  const value = colon < 0 ? undefined : text.slice(colon + 1).trim();
  const validate = Object.hasOwn(withValue, name) ? withValue[name] : undefined;
  const time = name === EXPIRY && value !== undefined ? parseExpiry(value) : undefined;
  return {
    name,
    ...(value !== undefined && { value }),
    ...(time !== undefined && { time }),
    valid: validate === undefined || (value !== undefined && validate(value)),
    ...(token !== undefined && { token }),
    source: { ...location, text },
  };
}
