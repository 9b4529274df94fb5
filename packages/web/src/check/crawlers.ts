/** Crawlers by what a reader types: known ones by name, operator or purpose, and any other product token. */
import { type KnownCrawler, knownCrawlers, parseRobotsTxt, productToken } from '@repkit/core';
import type { Messages } from '../messages/messages.js';

export const EVERYONE = '*';

/** Whom a text asks for. */
export interface ReadToken {
  readonly productToken: string;
  /** Whether the text was a whole User-Agent header, of which this is a part. */
  readonly isOfHeader: boolean;
}

/** A header has a version or a comment (RFC 9110 10.1.5); a name with a space in it has neither. */
const HEADER = /[/()]/;

/**
 * The product token that a text names: one by itself, or that in a whole User-Agent header. `undefined` where it is none
 * that a user-agent line could name.
 */
export function readProductToken(text: string): ReadToken | undefined {
  const wanted = text.trim();
  if (!HEADER.test(wanted)) {
    return isNameable(wanted) ? { productToken: wanted, isOfHeader: false } : undefined;
  }
  const found = productToken(wanted);
  if (!found.found || !isNameable(found.token)) return undefined;
  return { productToken: found.token, isOfHeader: true };
}

/** Whether core reads it whole in a user-agent line. */
function isNameable(token: string): boolean {
  const [group] = parseRobotsTxt(`User-agent: ${token}`).groups;
  return group?.productTokens[0] === token;
}

/**
 * The known crawlers that hold all the words that were typed, capitals aside, in their name, operator or purpose; those
 * whose name begins with what was typed come first. All of them for an empty text.
 */
export function searchCrawlers(
  typed: string,
  purposes: Messages['check']['purpose'],
): KnownCrawler[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const found = knownCrawlers.filter((crawler) => {
    const { productToken: name, operator, purpose } = crawler;
    const all = `${name} ${operator} ${purpose} ${purposes[purpose]}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = ({ productToken: name }: KnownCrawler) => name.toLowerCase().startsWith(text);
  return [...found.filter(begins), ...found.filter((crawler) => !begins(crawler))];
}
