/** Crawlers by what a reader types: known ones by name, operator or purpose, and any other product token. */
import { type KnownCrawler, knownCrawlers, parseRobotsTxt, productToken } from '@repkit/core';
import type { Messages } from '../messages/messages.js';

export const EVERYONE = '*';

const nobodysRules = parseRobotsTxt('');

/**
 * The product token that a text names: one by itself, or that in a whole User-Agent header. `undefined` where it can be
 * none.
 */
export function readProductToken(text: string): string | undefined {
  const wanted = text.trim();
  if (/[\s/()]/.test(wanted)) {
    const found = productToken(wanted);
    return found.found ? found.token : undefined;
  }
  try {
    nobodysRules.matcher(wanted);
    return wanted;
  } catch {
    return undefined;
  }
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
